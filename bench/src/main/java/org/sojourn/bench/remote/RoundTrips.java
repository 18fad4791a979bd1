package org.sojourn.bench.remote;

import java.util.Arrays;

/** Times of round trips, one after the other. Not for several threads. */
final class RoundTrips {
    private static final double NANOS_PER_MICRO = 1e3;

    private final long[] nanos;
    private int count;
    private long began;

    RoundTrips(int rounds) {
        nanos = new long[rounds];
    }

    /** How many have ended. */
    int count() {
        return count;
    }

    boolean isComplete() {
        return count == nanos.length;
    }

    void begin() {
        began = System.nanoTime();
    }

    void end() {
        nanos[count++] = System.nanoTime() - began;
    }

    /** Returns the median in microseconds. */
    double median() {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / NANOS_PER_MICRO;
    }
}
