package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** While a task of a replaced worker is in somebody's hand the place isn't idle; and the checker of that finds what it must. */
class HandOverTest {
    private static final String LOOP = "for (Task left = queue.poll(); left != null; left = queue.poll()) {";
    private static final String HELD = LOOP + "java.util.concurrent.locks.LockSupport.parkNanos(50_000_000L);";
    private static final long ROUNDS = 20;

    @Test
    void worker_thatEndsItsTurnWhileItsQueueIsHandedOver_leavesNoTaskBehind() {
        assertThat(HandOverRun.search(200, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void worker_thatEndsItsTurnWhileATaskIsInHandForLong_leavesNoTaskBehind() {
        Fault slow = new Fault("Worker", LOOP, HELD, "");

        assertThat(slow.search(HandOverRun.class, ROUNDS, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void checker_whereNobodyWaitsForTheTaskInHand_findsIt() {
        String begin = "void handOver() {";

        new Fault("Worker", "synchronized " + begin + LOOP, begin + HELD, "was idle")
                .assertFound(HandOverRun.class, ROUNDS);
    }
}
