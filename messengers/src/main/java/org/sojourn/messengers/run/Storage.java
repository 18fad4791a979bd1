package org.sojourn.messengers.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values of variables, by a {@link Layout}. Public fields: compiled scripts read and write them.
 */
public final class Storage {
    /**
     * Scalars that are numbers. Whole ones as they are, already cut to their width; a double by {@link Double#doubleToRawLongBits}; a
     * float by {@link Float#floatToRawIntBits}.
     */
    public long[] numbers;

    /** Arrays, addresses of nodes and ids of messengers; null for none. Addresses and ids are opaque here, and compared by equals. */
    public @Nullable Object[] objects;

    /** Holds some values. */
    public Storage(long[] numbers, @Nullable Object[] objects) {
        this.numbers = numbers;
        this.objects = objects;
    }

    /** {@return the same values, in arrays of their own} */
    public Storage copy() {
        @Nullable Object[] copies = objects.clone();
        for (int i = 0; i < copies.length; i++) {
            copies[i] = copyOf(copies[i]);
        }
        return new Storage(numbers.clone(), copies);
    }

    /** {@return a copy of an array; anything else as it is} */
    public static @Nullable Object copyOf(@Nullable Object value) {
        return switch (value) {
            case byte[] its -> its.clone();
            case short[] its -> its.clone();
            case int[] its -> its.clone();
            case long[] its -> its.clone();
            case float[] its -> its.clone();
            case double[] its -> its.clone();
            case Object[] its -> Arrays.copyOf(its, its.length);
            case null, default -> value;
        };
    }
}
