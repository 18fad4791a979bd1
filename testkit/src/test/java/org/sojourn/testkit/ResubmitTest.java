package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** A part that does all the work, message by message, beside a worker that has nothing to do; on workers and a clock that the test steps. */
class ResubmitTest {
    /** Turns until the policy has learned how long they take: it measures one in 16. */
    private static final int LEARNED = 200;

    private static final int TURNS = 2 * LEARNED;

    private final SetClock clock = new SetClock();
    private final SteppedWorkers workers = new SteppedWorkers(2);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, clock, () -> {});

    private final class Busy implements Task {
        private int turns;
        private int wakes;

        @Override
        public void run() {
            clock.advance(2 * Bound.UNSHARED_WORK_NANOS.value());
            if (++turns == TURNS) {
                return;
            }
            workers.workElsewhere(1); // until it sleeps
            int before = policy.wakes();
            policy.resubmit(this);
            if (turns > LEARNED) {
                wakes += policy.wakes() - before;
            }
        }
    }

    @Test
    void task_thatIsAlone_wakesNobodyForItsNextTurn() {
        policy.start();
        Busy task = new Busy();
        policy.submit(task);
        workers.workElsewhere(0);

        assertThat(task.turns).isEqualTo(TURNS);
        assertThat(task.wakes).isZero();
    }
}
