package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** All schedules of one selector that moves while two send to it, up to bounds on what is late. */
class ExploreTest {
    private static final int CALM = Integer.getInteger("sojourn.explore.calm", 1);
    private static final int CRASHING = Integer.getInteger("sojourn.explore.crashing", 0);
    private static final String ONE = System.getProperty("sojourn.schedule", "");
    private static final String REPLAY = "mvn -pl testkit -am -Dsurefire.failIfNoSpecifiedTests=false test"
            + " -Dtest=ExploreTest -Dsojourn.schedule=";

    /** A fault must show within so many schedules. */
    private static final long SEARCHED = 1_000;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void move_underAllSchedulesWithinTheBounds_keepsOrderAndOneInstance(TestReporter reporter) {
        if (!ONE.isEmpty()) {
            assertThat(ExploreRun.replay(ExploreRun.Schedule.of(ONE))).isEmpty();
            return;
        }
        ExploreRun.Result result = ExploreRun.explore(1, CALM, CRASHING, () -> true);

        assertThat(result.wrong())
                .as("replay it with: %s%s", REPLAY, result.last())
                .isEmpty();
        reporter.publishEntry("schedules", String.valueOf(result.runs()));
    }

    @Test
    @Tag("planted")
    void exploration_withAnEpochThatTwoPlacesShare_findsItAndNamesTheSchedule() {
        Fault shared = new Fault(
                "Migration",
                "closes(part, of, epoch - 1)",
                "closes(part, of, epoch)",
                "^schedule \\d/\\d+@\\d+:[\\d,]* two places in epoch");

        assertThat(shared.search(ExploreRun.class, SEARCHED, true)).containsPattern(shared.verdict());
    }

    /** What is drawn otherwise isn't while schedules are enumerated, or a schedule would mean one thing with the fault and another without. */
    @Test
    @Tag("planted")
    void exploration_withALostMarker_findsItWhateverIsDrawnBefore() {
        Fault lost = new Fault(
                "Routes", "!to.isUsed()", "to.isUsed()", "\\A(schedule \\d/0@0:[\\d,]* inversion[^\\n]*\\n?)+\\z");

        lost.assertFound(ExploreRun.class, "searchAgain", SEARCHED);
    }

    @Test
    void schedule_writtenAndRead_isTheSame() {
        assertThat(ExploreRun.Schedule.of("3/2@17:3,9")).hasToString("3/2@17:3,9");
        assertThat(ExploreRun.Schedule.of("2/0@0:")).hasToString("2/0@0:");
    }
}
