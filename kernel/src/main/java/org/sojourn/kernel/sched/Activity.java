package org.sojourn.kernel.sched;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many tasks of one policy wait or run, and a version that every submission raises:
 *
 * <pre>
 *   63 ............ 32 31 ................. 0
 *   version, counts up  tasks submitted, not run
 * </pre>
 *
 * A task is counted before it is put anywhere, and discounted after its run; one that submits itself again while it runs is
 * counted twice in between. So the number is zero only when nothing runs or waits, and equal versions at two such moments
 * mean that nothing ran between them.
 */
final class Activity {
    private static final long ONE_MORE = (1L << 32) + 1;
    private static final long COUNT = 0xFFFF_FFFFL;

    private final AtomicLong word = new AtomicLong();
    private final Runnable onIdle;

    Activity(Runnable onIdle) {
        this.onIdle = onIdle;
    }

    void submitted() {
        word.addAndGet(ONE_MORE);
    }

    void ran() {
        if ((word.decrementAndGet() & COUNT) == 0) {
            onIdle.run();
        }
    }

    /** As {@link Policy#idleStamp}. */
    long idleStamp() {
        long seen = word.get();
        return (seen & COUNT) == 0 ? seen >>> 32 : -1;
    }
}
