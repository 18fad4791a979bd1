package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Places, launchers and people that go away in the middle of a run: most runs wait meanwhile, some keep all processors busy. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class LossTest {
    private static final String IDLE = "own.Idlers";
    private static final String COMPUTING = "pi 60000";

    /** The init place says, twice a second, what it knows of three places. */
    private static final Pattern SAMPLED =
            Pattern.compile("sampled: at p0 there lived .*; at p1 there lived .*; at p2 there lived ");

    @ParameterizedTest
    @ValueSource(strings = {"--workers=1", "--no-verdict --silence=5"})
    void place_killed_endsTheRunWithStatusFourAndNamesIt(String options) {
        try (Sojourn run = start("own.Idlers guarded", options.split(" "))) {
            List<ProcessHandle> places = run.places(3);
            Sojourn.signal(places.get(2).pid(), "KILL");
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.err())
                    .contains("terminated with loss")
                    .containsPattern("p2 was lost \\(.*\\); there lived 1 Idlers.Idler");
            assertGone(places);
        }
    }

    @Test
    void initPlace_killed_endsTheRunWithStatusFour() {
        try (Sojourn run = start(IDLE)) {
            List<ProcessHandle> places = run.places(3);
            Sojourn.signal(places.get(0).pid(), "KILL");
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.err())
                    .contains("p0, the init place, was lost (its process was ended by signal 9); there lived 1"
                            + " Idlers.Idler")
                    .containsPattern("(?m)^p1 +\\d")
                    .doesNotContainPattern("(?m)^p0 +\\d");
            assertGone(places);
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void interrupt_afterEachPlaceHasSaidWhatItDoes_stopsEverythingAndSaysHowFarItWas(String signal, int status) {
        try (Sojourn run = start(IDLE)) {
            List<ProcessHandle> places = run.places(3);
            run.signal("USR1");
            run.awaitOutput(text -> text.contains("p0 has") && text.contains("p1 has") && text.contains("p2 has"));
            run.signal(signal);
            assertThat(run.status()).as(run.toString()).isEqualTo(status);
            assertGone(places);
            assertThat(run.err())
                    .contains("stopped with status " + status + " after ", "interrupted")
                    .containsPattern("(?m)^p2 +\\d");
        }
    }

    @Test
    void interrupt_whileAllCompute_isInTheObjectOfJson() {
        try (Sojourn run = start(COMPUTING, "--json")) {
            List<ProcessHandle> places = run.places(3);
            run.signal("INT");
            assertThat(run.status()).as(run.toString()).isEqualTo(130);
            assertGone(places);
            assertThat(run.out().lines()).hasSize(1);
            assertThat(run.out())
                    .startsWith("{\"ended\":\"stopped\",\"status\":130")
                    .contains("\"place\":\"p2\",\"pid\":" + places.get(2).pid(), "\"why\":[\"interrupted\"");
        }
    }

    @Test
    void launcher_killed_leavesNoProcessBehind() {
        try (Sojourn run = start(COMPUTING)) {
            List<ProcessHandle> places = run.places(3);
            run.signal("KILL");
            run.status();
            assertGone(places);
        }
    }

    @Test
    void stoppedPlace_whenTheRunIsInterrupted_isEndedByForce() {
        try (Sojourn run = start(IDLE)) {
            List<ProcessHandle> places = run.places(3);
            Sojourn.signal(places.get(1).pid(), "STOP");
            run.signal("INT");
            assertThat(run.status()).as(run.toString()).isEqualTo(130);
            assertGone(places);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 | p1 was lost (it ran out of memory: Java heap space; its heap holds at most
        0 | p0, the init place, was lost (it ran out of memory, by all signs: its process exited with status 3 and ran no shutdown hooks; its heap holds at most
        """)
    void place_thatHasNoMemoryLeft_endsAndIsLostForThatReason(String place, String sentence) {
        String[] typed = ("run own.Hoarder " + place + " --places 2 --heap 64m --json").split(" ");
        try (Sojourn run = Sojourn.start(OwnPrograms.environment(), typed)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.out()).contains(sentence, " MB, and --heap gives it more");
            assertThat(run.err()).contains("OutOfMemoryError");
        }
    }

    @Test
    void twoRuns_atOnce_dontMeet() {
        try (Sojourn one = Sojourn.start("run", "pi", "1000", "--places", "3");
                Sojourn two = Sojourn.start("run", "pi", "1000", "--places", "3")) {
            assertThat(one.status()).as(one.toString()).isZero();
            assertThat(two.status()).as(two.toString()).isZero();
            assertThat(one.out()).isEqualTo(two.out());
        }
    }

    /** Selectors live at all three places, and whoever may have to say so when one is lost has been told. */
    private static Sojourn start(String program, String... options) {
        List<String> typed = new ArrayList<>(List.of("run", "--places", "3", "--log", "DEBUG"));
        typed.addAll(Arrays.asList(options));
        typed.addAll(Arrays.asList(program.split(" ")));
        Sojourn run = Sojourn.start(OwnPrograms.environment(), typed.toArray(String[]::new));
        // The launcher is told by another way than what is printed, so it may not know of the last sample yet.
        run.awaitOutput(text -> SAMPLED.matcher(text).results().count() > 1);
        return run;
    }

    private static void assertGone(List<ProcessHandle> places) {
        Awaitility.await().atMost(Sojourn.PATIENCE).until(() -> places.stream().noneMatch(ProcessHandle::isAlive));
    }
}
