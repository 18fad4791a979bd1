package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The loop of the links lends its thread, and others take it over; and the checker of that finds what it must. */
class LendingTest {
    private static final long RUNS = Long.getLong("sojourn.lending", 3);
    private static final Plot NET = new Plot("net/src/main/java", "org.sojourn.");

    @Test
    void loopThatIsTakenOverAtAnyMoment_runsEachTaskOnceInOrderByOneThread() throws Exception {
        assertThat(LendingRun.search(RUNS, true)).isEmpty();
    }

    static List<Fault> faults() {
        return List.of(
                // Whoever comes back leads again, though another one does by now.
                new Fault(
                        NET,
                        "LendingLoop.comesBack",
                        "isStill = LEADER.compareAndSet(this, LENT, here);",
                        "leader = here; isStill = true;",
                        "two threads|was run after"),
                // Nobody is told that he leads.
                new Fault(NET, "LendingLoop.goOn", "LockSupport.unpark(next);", "", "never run"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFaultInTheLoop_findsIt(Fault fault) {
        fault.assertFound(LendingRun.class, 60);
    }
}
