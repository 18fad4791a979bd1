package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * All schedules of one move under way, up to a bound on what is late. A failure names its schedule;
 * {@code -Dsojourn.schedule=THAT} runs it alone.
 */
class ExploreTest {
    private static final int CALM = Integer.getInteger("sojourn.explore.calm", 1);
    private static final int CRASHING = Integer.getInteger("sojourn.explore.crashing", 0);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void move_underAllSchedulesWithinTheBound_keepsOrderAndOneInstance() {
        String one = System.getProperty("sojourn.schedule");
        if (one != null) {
            assertThat(ExploreRun.replay(ExploreRun.Schedule.of(one))).isEmpty();
            return;
        }
        ExploreRun.Result result = ExploreRun.explore(CALM, CRASHING, () -> true);

        assertThat(result.wrong()).isEmpty();
        System.out.println(result.runs() + " schedules explored");
    }
}
