package org.sojourn.bench.work;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * What the sorting programs sort: random whole numbers from 0, the same each time for a seed.
 *
 * @param count how many
 * @param limit all are less
 * @param seed which ones
 */
public record RandomValues(int count, long limit, long seed) {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    /**
     * Makes them one by one.
     *
     * @return the numbers, not sorted
     */
    public LongStream stream() {
        return new SplittableRandom(seed).longs(count, 0, limit);
    }

    /**
     * Sorts them by the JDK's own means.
     *
     * @return the numbers in ascending order
     */
    public long[] sorted() {
        long[] values = stream().toArray();
        Arrays.sort(values);
        return values;
    }

    /**
     * Works out what {@link #append} gives from 0 when it is told the sorted numbers one after the other.
     *
     * @return a number that hardly any other sequence gives
     */
    public long sortedFingerprint() {
        return LongStream.of(sorted()).reduce(0, RandomValues::append);
    }

    /**
     * Adds a number to a fingerprint of a sequence.
     *
     * @param fingerprint of the numbers before it; 0 if there are none
     * @param value the next number
     * @return the fingerprint of the sequence with it, which depends on the order too
     */
    public static long append(long fingerprint, long value) {
        return (fingerprint + value + 1) * FACTOR;
    }
}
