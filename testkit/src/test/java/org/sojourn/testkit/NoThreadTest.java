package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Task;

/** A part that is to have a thread of its own, on a machine that has none left. */
class NoThreadTest {
    private final AtomicInteger runs = new AtomicInteger();

    /** One worker that works when it is woken, and no thread beside it. */
    private static final class Threadless extends WorkersAlone {
        private final Queue<Role> roles = new ArrayDeque<>();

        @Override
        public int count() {
            return 1;
        }

        @Override
        public void start(Role[] all) {
            roles.add(all[0]);
            wake(0);
        }

        @Override
        public void wake(int worker) {
            while (roles.element().work()) {
                // as long as it finds something
            }
        }

        @Override
        public void replace(int worker, Role another) {
            throw new UnsupportedOperationException("no worker is replaced here");
        }

        @Override
        public void stop() {}

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
