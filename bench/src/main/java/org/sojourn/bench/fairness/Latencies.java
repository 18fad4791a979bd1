package org.sojourn.bench.fairness;

import java.util.Arrays;

/**
 * Times between 0 and whatever, every one of them kept: percentiles are values that were measured, not the borders of
 * buckets.
 *
 * @param sorted nanoseconds, in ascending order, one at least
 */
public record Latencies(long[] sorted) {
    /** Sorts a copy. */
    public Latencies {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no latency was measured, so nothing can be said of any");
        }
        sorted = sorted.clone();
        Arrays.sort(sorted);
    }

    /**
     * Returns the least value that so many are not above.
     *
     * @param share above 0, 1 at most, such as 0.99
     * @return nanoseconds
     */
    public long percentile(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.clamp(rank, 1, sorted.length) - 1];
    }

    /**
     * Returns the greatest.
     *
     * @return nanoseconds
     */
    public long max() {
        return sorted[sorted.length - 1];
    }

    /**
     * Returns how many there are.
     *
     * @return one at least
     */
    public int count() {
        return sorted.length;
    }
}
