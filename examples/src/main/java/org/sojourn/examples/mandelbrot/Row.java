package org.sojourn.examples.mandelbrot;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * A row that is computed.
 *
 * @param y its number
 * @param steps what each of its points takes
 */
record Row(int y, int[] steps) {
    /** {@return the sum of all steps} */
    long total() {
        return Arrays.stream(steps).asLongStream().sum();
    }

    /** {@return a sum in which each point counts, where it is} */
    long sum() {
        CRC32 sum = new CRC32();
        for (int each : steps) {
            add(sum, each);
        }
        return sum.getValue();
    }

    /** Adds 32 bits to a sum. */
    static void add(CRC32 sum, long value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            sum.update((int) (value >>> shift) & 0xFF);
        }
    }

    /** {@return it as a line, see {@link #read}} */
    String written() {
        return y + ":" + Arrays.stream(steps).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /** {@return the row that a line says} */
    static Row read(String line) {
        int colon = line.indexOf(':');
        return new Row(
                Integer.parseInt(line.substring(0, colon)),
                Arrays.stream(line.substring(colon + 1).split(","))
                        .mapToInt(Integer::parseInt)
                        .toArray());
    }
}
