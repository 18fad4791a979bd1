package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.host.run.Notice;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.json.Json;

class SummaryTest {
    private static final Member P0 = new Member(0, 100);
    private static final Member P1 = new Member(1, 101);
    private static final Member P10 = new Member(10, 102);

    private static PlaceReport report(long work, long deadLetters, Map<String, Long> alive) {
        return report(work, deadLetters, alive, List.of());
    }

    private static PlaceReport report(long work, long deadLetters, Map<String, Long> alive, List<String> mistakes) {
        return new PlaceReport(
                alive,
                work,
                2,
                30,
                11,
                12,
                0,
                deadLetters,
                0,
                0,
                0,
                0,
                List.of(),
                mistakes,
                List.of(),
                List.of(),
                Map.of(),
                new Links.Traffic(21, 22, 1300, 1400),
                755,
                work < 5 ? Map.of() : Map.of("hops", work));
    }

    private static Summary summary(Ending ending, int status, Map<String, String> results) {
        return new Summary(
                ending, status, 1234, results, Map.of(P0, 4000L, P1, 4001L), Map.of(P0, new Notice.Up(1, 2, 3, 4)));
    }

    private static Ending finished(Map<Member, PlaceReport> reports) {
        return new Ending(Ending.Word.FINISHED, List.of(), reports);
    }

    @Test
    void table_ofAFinishedRun_hasALinePerPlaceInTheOrderOfPlaces() {
        String table = summary(
                        finished(Map.of(
                                P10, report(3, 0, Map.of()), P1, report(2, 0, Map.of()), P0, report(1, 0, Map.of()))),
                        0,
                        Map.of())
                .table();
        List<String> lines = table.lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).startsWith("place ").endsWith(" busy");
        assertThat(lines.subList(1, 4)).map(line -> line.split(" +")[0]).containsExactly("p0", "p1", "p10");
        assertThat(lines.subList(1, 4)).map(line -> line.split(" +")[1]).containsExactly("1", "2", "3");
        assertThat(lines.subList(0, 4))
                .allMatch(line -> line.length() == lines.get(0).length());
        assertThat(lines.get(3)).endsWith(" 75%");
        assertThat(lines.get(4)).isEqualTo("finished after 1234 ms");
    }

    @Test
    void table_ofARunWithoutReports_isTheEndingWithItsSentences() {
        Ending lost = new Ending(Ending.Word.TERMINATED_WITH_LOSS, List.of("p1 was lost", "so was p2"), Map.of());
        assertThat(summary(lost, 4, Map.of()).table().lines())
                .containsExactly("terminated with loss after 1234 ms", "  p1 was lost", "  so was p2");
    }

    @Test
    void table_ofAStoppedRun_saysTheStatus() {
        Ending stopped = new Ending(Ending.Word.STOPPED, List.of(), Map.of());
        assertThat(summary(stopped, 7, Map.of()).table()).isEqualTo("stopped with status 7 after 1234 ms");
    }

    @Test
    void stop_ofARunThatHasFailedOrLostAPlace_keepsItsStatus() {
        Map<Member, PlaceReport> well = Map.of(P0, report(1, 2, Map.of("A", 1L)));
        Map<Member, PlaceReport> ill = Map.of(P0, report(1, 2, Map.of(), List.of("1 message of A")));

        assertThat(StopCommand.ended(well, List.of()).status()).isZero();
        assertThat(StopCommand.ended(well, List.of()).ending().sentences())
                .containsExactly("./sojourn stop asked for it");
        assertThat(StopCommand.ended(ill, List.of()).status()).isEqualTo(1);
        assertThat(StopCommand.ended(ill, List.of()).ending().sentences()).contains("1 message of A");
        assertThat(StopCommand.ended(well, List.of("p1 was lost")).status()).isEqualTo(4);
        assertThat(StopCommand.ended(well, List.of("p1 was lost")).ending().sentences())
                .contains("p1 was lost");
    }

    @Test
    void table_withDeadLetters_addsThemUp() {
        Ending ending = finished(Map.of(P0, report(1, 2, Map.of()), P1, report(1, 3, Map.of())));
        assertThat(summary(ending, 0, Map.of()).table()).endsWith("  5 dead letters");
    }

    /** Why a run was stopped doesn't say them; how it has failed does. */
    @Test
    void table_withMistakes_saysEachOnce() {
        Map<Member, PlaceReport> reports = Map.of(P0, report(1, 2, Map.of(), List.of("1 message of A", "2 of B")));
        Ending stopped = new Ending(Ending.Word.STOPPED, List.of("asked for"), reports);
        Ending failed = new Ending(Ending.Word.FAILED, List.of("1 message of A", "2 of B"), reports);

        for (Ending each : List.of(stopped, failed)) {
            assertThat(summary(each, 1, Map.of()).table())
                    .containsOnlyOnce("  1 message of A")
                    .containsOnlyOnce("  2 of B");
        }
        Map<String, Object> read = ReadJson.object(summary(stopped, 1, Map.of()).json());
        assertThat(String.valueOf(read.get("places"))).contains("mistakes=[1 message of A, 2 of B]");
    }

    @Test
    void done_byGuests_isAddedUp() {
        Summary summary =
                summary(finished(Map.of(P0, report(5, 0, Map.of()), P1, report(6, 0, Map.of()))), 0, Map.of());
        assertThat(summary.table()).endsWith("  done: 11 hops");
        assertThat(ReadJson.object(summary.json())).extracting("done").hasToString("{hops=11}");
    }

    @Test
    void startup_table_hasALinePerPlaceThatCameUp() {
        assertThat(summary(finished(Map.of()), 0, Map.of()).startupTable().lines())
                .hasSize(2)
                .last()
                .isEqualTo("  p0: assigned 1, bound 2, kernel made 3, up 4");
    }

    @Test
    void json_ofARun_saysWhatTheTableSaysAndMore() {
        Ending ending =
                new Ending(Ending.Word.QUIESCENT, List.of("idle: 1 A"), Map.of(P0, report(5, 1, Map.of("A", 1L))));
        Map<String, Object> read =
                ReadJson.object(summary(ending, 0, Map.of("digits", "15000")).json());

        assertThat(read)
                .containsEntry("ended", "quiescent")
                .containsEntry("status", 0)
                .containsEntry("result", Map.of("digits", 15000))
                .containsEntry("processed", 30)
                .containsEntry("deadLetters", 1)
                .containsEntry("moves", 0)
                .containsEntry("millis", 1234)
                .containsEntry("why", List.of("idle: 1 A"))
                .containsKey("messages");
        assertThat(read.get("places"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2)
                .contains(Map.of("place", "p1", "pid", 4001)) // it gave no report
                .first(InstanceOfAssertFactories.MAP)
                .containsEntry("place", "p0")
                .containsEntry("pid", 4000)
                .containsEntry("work", 5)
                .containsEntry("selectors", 2)
                .containsEntry("bytesOut", 1300)
                .containsEntry("bytesIn", 1400)
                .containsEntry("busy", 0.755)
                .containsEntry("alive", Map.of("A", 1))
                .containsEntry("upMillis", 4);
    }

    @Test
    void json_withHostileText_isStillOneObject() {
        String hostile = "\"}],\\\n\u0007";
        Ending failed =
                new Ending(Ending.Word.FAILED, List.of(hostile, ""), Map.of(P1, report(1, 0, Map.of(hostile, 1L))));
        String json = summary(failed, 1, Map.of(hostile, Json.of(hostile))).json();

        Map<String, Object> read = ReadJson.object(json);
        assertThat(json).hasLineCount(1);
        assertThat(read).containsEntry("why", List.of(hostile, "")).containsEntry("result", Map.of(hostile, hostile));
        assertThat(String.valueOf(read.get("places"))).contains("alive={" + hostile + "=1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"})
    void json_whereNumbersAreWrittenOtherwise_isTheSame(String language) {
        Summary summary = summary(finished(Map.of(P0, report(1234567, 0, Map.of()))), 0, Map.of());
        Locale before = Locale.getDefault();
        String here = summary.json();
        try {
            Locale.setDefault(Locale.forLanguageTag(language));
            assertThat(summary.json()).isEqualTo(here);
        } finally {
            Locale.setDefault(before);
        }
    }
}
