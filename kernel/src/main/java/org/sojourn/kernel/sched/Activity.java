package org.sojourn.kernel.sched;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks of one policy wait or run, and a version that every submission raises:
 *
 * <pre>
 *   63 ............ 32 31 ................. 0
 *   version, counts up  tasks submitted, not run
 * </pre>
 *
 * A task is counted before it is put anywhere, and discounted after its run; one that submits itself again while it
 * runs counts twice in between. So the number is zero only when nothing runs or waits, and equal versions at two such
 * moments mean that nothing ran between them.
 */
public final class Activity {
    private static final long ONE_MORE = (1L << 32) + 1;
    private static final long COUNT = 0xFFFF_FFFFL;

    private final AtomicLong word = new AtomicLong();
    private final Runnable onIdle;

    /** Begins with nothing submitted; {@code onIdle} is called by the thread that has run the last task, or passed it on. */
    public Activity(Runnable onIdle) {
        this.onIdle = onIdle;
    }

    /** Counts a task, before it is put anywhere. */
    public void submitted() {
        word.addAndGet(ONE_MORE);
    }

    /** Discounts a task that runs elsewhere, and is counted there already, or has run: then nobody else tells that all is idle. */
    void passedOn() {
        discount();
    }

    private void discount() {
        if ((word.decrementAndGet() & COUNT) == 0) {
            onIdle.run();
        }
    }

    /** {@return a place for one thread to run counted tasks} */
    public Stand stand() {
        return new Stand();
    }

    /** Where a thread runs its tasks, so that others see which one it runs. */
    public final class Stand {
        /** Written by the thread that is in a turn here; pairs with the reads of observers. */
        private volatile @Nullable Context context;

        private Stand() {}

        /** Runs a task and discounts it. Until it returns, others see this thread's context here. */
        public void run(Task task) {
            context = Context.current();
            try {
                task.run();
            } finally {
                context = null;
                discount();
            }
        }

        /** {@return the context of the present turn; null between turns} For any thread. */
        public @Nullable Context context() {
            return context;
        }
    }

    /** {@return as {@link Policy#idleStamp}} */
    public long idleStamp() {
        long seen = word.get();
        return (seen & COUNT) == 0 ? seen >>> 32 : -1;
    }
}
