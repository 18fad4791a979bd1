package org.sojourn.messengers.run;

import java.util.Arrays;

/** What scripts do with runs of elements. */
final class Spans {
    private Spans() {}

    /** {@return the elements, as an array of their own} */
    static Object copy(Object array, int from, int length) {
        int end = from + length;
        return switch (array) {
            case byte[] its -> Arrays.copyOfRange(its, from, end);
            case short[] its -> Arrays.copyOfRange(its, from, end);
            case int[] its -> Arrays.copyOfRange(its, from, end);
            case long[] its -> Arrays.copyOfRange(its, from, end);
            case float[] its -> Arrays.copyOfRange(its, from, end);
            case double[] its -> Arrays.copyOfRange(its, from, end);
            case Object[] its -> Arrays.copyOfRange(its, from, end);
            default -> throw new AssertionError(array);
        };
    }

    /** Sets the elements to zero, or none. */
    static void clear(Object array, int from, int length) {
        int end = from + length;
        switch (array) {
            case byte[] its -> Arrays.fill(its, from, end, (byte) 0);
            case short[] its -> Arrays.fill(its, from, end, (short) 0);
            case int[] its -> Arrays.fill(its, from, end, 0);
            case long[] its -> Arrays.fill(its, from, end, 0);
            case float[] its -> Arrays.fill(its, from, end, 0);
            case double[] its -> Arrays.fill(its, from, end, 0);
            case Object[] its -> Arrays.fill(its, from, end, null);
            default -> throw new AssertionError(array);
        }
    }
}
