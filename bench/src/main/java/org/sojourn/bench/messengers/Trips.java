package org.sojourn.bench.messengers;

import java.util.Arrays;

/** Times of round trips, which the script calls that makes them. One script at a time. */
public final class Trips {
    private static final double NANOS_PER_MICRO = 1e3;

    private static volatile long[] nanos = {};
    private static volatile int count;
    private static volatile long began;

    private Trips() {}

    /** Gets ready for so many. */
    static void expect(int trips) {
        nanos = new long[trips];
        count = 0;
    }

    /** A trip begins. */
    public static void begin() {
        began = System.nanoTime();
    }

    /** A trip is over. */
    public static void end() {
        long now = System.nanoTime();
        int number = count;
        nanos[number] = now - began;
        count = number + 1;
    }

    /** Returns the median of a trip, in microseconds. */
    static double median() {
        long[] sorted = nanos.clone();
        if (count != sorted.length) {
            throw new IllegalStateException("%d round trips, and %d were due".formatted(count, sorted.length));
        }
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / NANOS_PER_MICRO;
    }
}
