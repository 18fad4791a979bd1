package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.WorkStealing;

/** A worker that can't be woken since its sender's stack is full is woken later: its bit is gone, so nobody else would. */
class NoStackLeftTest {
    /** More than one worker should keep, of turns that are assumed to take a microsecond. */
    private static final long SHARED = Bound.UNSHARED_WORK_NANOS.value() / 1_000 + 1;

    private final SteppedWorkers workers = new SteppedWorkers(2);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, new SetClock(), () -> {});

    @BeforeEach
    void bothSleep() {
        policy.start();
        workers.workElsewhere(0);
        workers.workElsewhere(1);
        assertThat(policy.idleStamp()).as("idle").isNotNegative();
    }

    @Test
    void taskFromOutside_whoseSenderHasNoStackLeft_isTakenAndAWorkerWokenAtTheNextTick() {
        workers.shortOfStack(true);
        assertThatCode(() -> policy.submit(() -> {})).doesNotThrowAnyException();
        workers.shortOfStack(false);
        assertThat(workers.wasWoken(0) || workers.wasWoken(1)).isFalse();

        policy.tend();

        assertThat(workers.wasWoken(0) || workers.wasWoken(1)).isTrue();
    }

    @Test
    void taskOfATurn_whoseStackIsFull_isTakenAndTheOtherWorkerWokenAtTheNextTick() {
        List<Boolean> wasWoken = new ArrayList<>();
        policy.submit(() -> {
            workers.shortOfStack(true);
            for (int i = 0; i < SHARED; i++) {
                policy.submitSoon(() -> {});
            }
            workers.shortOfStack(false);
            wasWoken.add(workers.wasWoken(1));
            policy.tend();
            wasWoken.add(workers.wasWoken(1));
        });
        assertThat(workers.wasWoken(0)).isTrue();

        workers.work(0);

        assertThat(wasWoken).containsExactly(false, true);
    }
}
