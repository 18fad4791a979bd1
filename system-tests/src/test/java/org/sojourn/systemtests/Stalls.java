package org.sojourn.systemtests;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this machine lets a thread wait that wants to run. One thread of this process asks to be woken every few milliseconds, and
 * notes how late it is: what takes longer than that is the machine's doing, not a place's.
 */
final class Stalls implements AutoCloseable {
    private static final long PERIOD_NANOS = 5_000_000;

    private final Thread thread = new Thread(this::watch, "stalls");

    private final AtomicLong late = new AtomicLong();

    private volatile boolean isOver;

    Stalls() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        long last = System.nanoTime();
        while (!isOver) {
            LockSupport.parkNanos(PERIOD_NANOS);
            long now = System.nanoTime();
            late.addAndGet(Math.max(0, now - last - 2 * PERIOD_NANOS));
            last = now;
        }
    }

    /** How late it was in all so far: the difference of two of these is what was lost between them. */
    long lateMillis() {
        return Duration.ofNanos(late.get()).toMillis();
    }

    @Override
    public void close() {
        isOver = true;
        LockSupport.unpark(thread);
    }
}
