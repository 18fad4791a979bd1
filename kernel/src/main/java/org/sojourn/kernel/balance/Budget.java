package org.sojourn.kernel.balance;

import org.sojourn.kernel.port.Clock;

/** So many moves each second, and at most a tenth of that at once: a bucket that fills with time. For any thread. */
final class Budget {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Clock clock;
    private final double perNano;
    private final double most;
    private double left;
    private long filled;

    Budget(Clock clock, int movesPerSecond) {
        this.clock = clock;
        this.perNano = movesPerSecond / NANOS_PER_SECOND;
        this.most = Math.max(1, movesPerSecond / 10.0);
        this.left = most;
        this.filled = clock.nanoTime();
    }

    /** Spends a move; false if there is none left. */
    synchronized boolean spend() {
        long now = clock.nanoTime();
        left = Math.min(most, left + (now - filled) * perNano);
        filled = now;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
