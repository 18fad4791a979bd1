package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** A turn that was expected to be short, and sends for long, on workers and a clock that the test steps. */
class ShareTest {
    private static final int MESSAGES = 256;
    private static final long SHORT = Bound.INLINE_MESSAGE_NANOS.value();

    private final SetClock clock = new SetClock();
    private final SteppedWorkers workers = new SteppedWorkers(2);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, clock, () -> {});

    @BeforeEach
    void start() {
        policy.start();
    }

    /** Has other tasks queued, and processes messages on its stack that take so long, with what its own code does between them. */
    private final class Turn implements Task {
        private final long nanos;
        private int wakesForFirst;
        private int wakesMeanwhile;
        private int wakesForNext;

        Turn(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void run() {
            Context context = Context.current();
            context.begin(this, 1, clock, true);
            wakesForFirst = wakes(() -> context.submit(policy, () -> {}));
            wakesMeanwhile = wakes(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    context.enter(this);
                    clock.advance(nanos);
                    context.leave();
                }
            });
            wakesForNext = wakes(() -> context.submit(policy, () -> {}));
            context.end();
        }

        /** How often the other worker, which sleeps, is woken. */
        private int wakes(Runnable body) {
            workers.workElsewhere(1);
            int before = policy.wakes();
            body.run();
            return policy.wakes() - before;
        }
    }

    private Turn run(long nanos) {
        Turn turn = new Turn(nanos);
        policy.submit(turn);
        workers.work(0);
        return turn;
    }

    @Test
    void turn_thatSendsForLong_leavesWhatItHasQueuedToAnIdleWorker() {
        Turn turn = run(SHORT + 1);

        assertThat(turn.wakesForFirst).isZero();
        assertThat(turn.wakesMeanwhile).as("when it has lasted").isEqualTo(1);
        assertThat(turn.wakesForNext).as("for what it queues later").isEqualTo(1);
    }

    @Test
    void turn_thatSendsToShortOnes_keepsWhatItHasQueued() {
        Turn turn = run(SHORT);

        assertThat(turn.wakesMeanwhile).isZero();
        assertThat(turn.wakesForNext).isZero();
    }
}
