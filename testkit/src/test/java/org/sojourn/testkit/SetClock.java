package org.sojourn.testkit;

import org.sojourn.kernel.port.Clock;

/** A clock that a test sets; no alarm ever rings. */
final class SetClock implements Clock {
    private long now = 1;

    void advance(long nanos) {
        now += nanos;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Alarm arm(long delayNanos, Runnable ring) {
        return () -> {};
    }
}
