package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Task;

/** A part that is to have a thread of its own, on a machine that has none left. */
class NoThreadTest {
    private final AtomicInteger runs = new AtomicInteger();

    /** A machine that has no thread left beside its worker. */
    private static final class Threadless extends WorkerAtOnce {
        @Override
        public Own startOwn(String name, Role role) {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    private final class Counting implements Task {
        private final Cost cost = new Cost(Bound.INLINE_MESSAGE_NANOS);

        @Override
        public Cost cost() {
            return cost;
        }

        @Override
        public void run() {
            runs.incrementAndGet();
        }
    }

    @Test
    void task_forWhichNoThreadStarts_isRunByTheWorkers() {
        Policies policies = new Policies(new Threadless(), () -> 0, new SetClock(), () -> {});
        policies.task().start();
        Task task = new Counting();
        policies.thread().submit(task);
        policies.thread().submit(task);
        assertThat(runs).hasValue(2);
    }
}
