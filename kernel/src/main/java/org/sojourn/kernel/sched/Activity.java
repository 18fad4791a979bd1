package org.sojourn.kernel.sched;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of tasks of one policy that wait or run, and a version that every submission raises:
 *
 * <pre>
 *   63 ............ 32 31 ................. 0
 *   version, counts up  tasks submitted, not run
 * </pre>
 *
 * A task is counted before it is put anywhere, and discounted after its run. A task that submits itself again while it
 * runs is counted twice in between. So the number is zero only when nothing runs or waits, and equal versions at two
 * such moments mean that nothing ran between them.
 */
public final class Activity {
    private static final long ONE_MORE = (1L << 32) + 1;
    private static final long COUNT = 0xFFFF_FFFFL;

    private final AtomicLong word = new AtomicLong();
    private final Runnable onIdle;

    /**
     * Begins with nothing submitted.
     *
     * @param onIdle called by the thread that has run the last task
     */
    public Activity(Runnable onIdle) {
        this.onIdle = onIdle;
    }

    /** Counts a task. Before it is put anywhere. */
    public void submitted() {
        word.addAndGet(ONE_MORE);
    }

    /** Discounts a task. After its run. */
    public void ran() {
        if ((word.decrementAndGet() & COUNT) == 0) {
            onIdle.run();
        }
    }

    /** {@return as {@link Policy#idleStamp}} */
    public long idleStamp() {
        long seen = word.get();
        return (seen & COUNT) == 0 ? seen >>> 32 : -1;
    }
}
