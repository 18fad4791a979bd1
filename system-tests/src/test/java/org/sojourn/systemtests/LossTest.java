package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Places, launchers and people that go away in the middle of a run. */
class LossTest {
    private static final String[] LONG_RUN = {"run", "pi", "60000", "--places", "3"};

    @ParameterizedTest
    @ValueSource(strings = {"", "--no-verdict"})
    void place_killed_endsTheRunWithStatusFourAndNamesIt(String option) {
        try (Sojourn run = start(option)) {
            List<ProcessHandle> places = running(run);
            Sojourn.signal(places.get(2).pid(), "KILL");
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.err())
                    .contains("terminated with loss")
                    .contains("was lost")
                    .contains("there lived");
            assertGone(places);
        }
    }

    @Test
    void initPlace_killed_endsTheRunWithStatusFour() {
        try (Sojourn run = start("")) {
            List<ProcessHandle> places = running(run);
            Sojourn.signal(places.get(0).pid(), "KILL");
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.err())
                    .contains(
                            "p0, the init place, was lost (its process was ended by signal 9); there lived 1 PiMaster")
                    .containsPattern("(?m)^p1 +\\d")
                    .doesNotContainPattern("(?m)^p0 +\\d");
            assertGone(places);
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, --log=WARNING", "TERM, 143, --log=WARNING", "INT, 130, --json"})
    void interrupt_duringARun_stopsEverythingAndSaysHowFarItWas(String signal, int status, String option) {
        try (Sojourn run = start(option)) {
            List<ProcessHandle> places = running(run);
            run.signal(signal);
            assertThat(run.status()).as(run.toString()).isEqualTo(status);
            assertGone(places);
            if (option.equals("--json")) {
                assertThat(run.out().lines()).hasSize(1);
                assertThat(run.out())
                        .startsWith("{\"ended\":\"stopped\",\"status\":" + status)
                        .contains("\"place\":\"p2\",\"pid\":" + places.get(2).pid(), "\"why\":[\"interrupted\"]");
            } else {
                assertThat(run.err())
                        .contains("stopped with status " + status + " after ", "interrupted")
                        .containsPattern("(?m)^p2 +\\d");
            }
        }
    }

    @Test
    void userSignal_duringARun_hasEachPlaceSayWhatItDoes() {
        try (Sojourn run = start("")) {
            List<ProcessHandle> places = running(run);
            run.signal("USR1");
            run.awaitOutput(text -> text.contains("p0 has") && text.contains("p1 has") && text.contains("p2 has"));
            run.signal("INT");
            assertThat(run.status()).as(run.toString()).isEqualTo(130);
            assertGone(places);
        }
    }

    @Test
    void launcher_killed_leavesNoProcessBehind() {
        try (Sojourn run = start("")) {
            List<ProcessHandle> places = running(run);
            run.signal("KILL");
            run.status();
            assertGone(places);
        }
    }

    @Test
    void stoppedPlace_whenTheRunIsInterrupted_isEndedByForce() {
        try (Sojourn run = start("")) {
            List<ProcessHandle> places = running(run);
            Sojourn.signal(places.get(1).pid(), "STOP");
            run.signal("INT");
            assertThat(run.status()).as(run.toString()).isEqualTo(130);
            assertGone(places);
        }
    }

    @Test
    void place_thatHasNoMemoryLeft_endsAndIsLost() {
        try (Sojourn run = Sojourn.start(
                OwnPrograms.environment(), "run", "own.Hoarder", "--places", "2", "--heap", "64m")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.err())
                    .contains("p1 was lost (its process exited with status 3)")
                    .contains("OutOfMemoryError");
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

    private static Sojourn start(String option) {
        String[] words = option.isEmpty() ? LONG_RUN : java.util.Arrays.copyOf(LONG_RUN, LONG_RUN.length + 1);
        if (!option.isEmpty()) {
            words[LONG_RUN.length] = option;
        }
        return Sojourn.start(words);
    }

    /** All three places run and have been sampled: a loss can say what lived there. */
    private static List<ProcessHandle> running(Sojourn run) {
        List<ProcessHandle> places = run.places(3);
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() -> places.stream()
                                .allMatch(place -> place.info()
                                        .totalCpuDuration()
                                        .map(used -> used.toMillis() > 3500)
                                        .orElse(false))
                        || !run.launcher().isAlive());
        return places;
    }

    private static void assertGone(List<ProcessHandle> places) {
        Awaitility.await().atMost(Sojourn.PATIENCE).until(() -> places.stream().noneMatch(ProcessHandle::isAlive));
    }
}
