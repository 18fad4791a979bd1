package org.sojourn.bench.work;

import java.util.Arrays;

/**
 * Numbers divided by the one in their middle: the step of Quicksort. Nobody writes to an array that was given away.
 *
 * @param less those that are less
 * @param equal those that are equal, one at least
 * @param greater those that are greater
 */
public record Pivot(long[] less, long[] equal, long[] greater) {
    /**
     * Divides.
     *
     * @param values one or more
     * @return the three parts, each in the order of the whole
     */
    public static Pivot of(long[] values) {
        long pivot = values[values.length / 2];
        int lessCount = 0;
        int equalCount = 0;
        for (long value : values) {
            lessCount += value < pivot ? 1 : 0;
            equalCount += value == pivot ? 1 : 0;
        }
        long[] less = new long[lessCount];
        long[] equal = new long[equalCount];
        long[] greater = new long[values.length - lessCount - equalCount];
        Arrays.fill(equal, pivot);
        int lessFilled = 0;
        int greaterFilled = 0;
        for (long value : values) {
            if (value < pivot) {
                less[lessFilled] = value;
                lessFilled++;
            } else if (value > pivot) {
                greater[greaterFilled] = value;
                greaterFilled++;
            }
        }
        return new Pivot(less, equal, greater);
    }

    /**
     * Sorts by dividing until nothing is left to be divided.
     *
     * @param values any
     * @return the same, sorted
     */
    public static long[] sorted(long[] values) {
        if (values.length < 2) {
            return values;
        }
        Pivot pivot = of(values);
        return pivot.joined(sorted(pivot.less), sorted(pivot.greater));
    }

    /**
     * Puts the parts together again.
     *
     * @param lessSorted those that are less, sorted
     * @param greaterSorted those that are greater, sorted
     * @return all, sorted
     */
    public long[] joined(long[] lessSorted, long[] greaterSorted) {
        long[] all = Arrays.copyOf(lessSorted, lessSorted.length + equal.length + greaterSorted.length);
        System.arraycopy(equal, 0, all, lessSorted.length, equal.length);
        System.arraycopy(greaterSorted, 0, all, lessSorted.length + equal.length, greaterSorted.length);
        return all;
    }

    /**
     * Counts how many divide, or sort alone, if every part is someone's that has so many numbers or more.
     *
     * @param values to be sorted
     * @param threshold fewer than this are sorted alone
     * @return how many there are
     */
    public static int sorters(long[] values, int threshold) {
        if (values.length < threshold) {
            return 1;
        }
        Pivot pivot = of(values);
        return 1 + sorters(pivot.less, threshold) + sorters(pivot.greater, threshold);
    }
}
