package org.sojourn.bench.work;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The inverse discrete cosine transform of square blocks, by rows and then by columns. */
public final class Cosine {
    /** The length of a block's side. */
    public static final int SIDE = 16;

    private static final int GREATEST = 256;
    private static final double[][] BASE = base();

    private Cosine() {}

    private static double[][] base() {
        double[][] base = new double[SIDE][SIDE];
        for (int at = 0; at < SIDE; at++) {
            for (int frequency = 0; frequency < SIDE; frequency++) {
                double scale = Math.sqrt((frequency == 0 ? 1.0 : 2.0) / SIDE);
                base[at][frequency] = scale * Math.cos((2 * at + 1) * frequency * Math.PI / (2 * SIDE));
            }
        }
        return base;
    }

    /**
     * Returns a block of coefficients.
     *
     * @param block its number, which alone decides what is in it
     * @return its rows
     */
    public static double[][] block(int block) {
        SplittableRandom random = new SplittableRandom(block);
        double[][] rows = new double[SIDE][SIDE];
        for (double[] row : rows) {
            for (int i = 0; i < SIDE; i++) {
                row[i] = random.nextInt(-GREATEST, GREATEST);
            }
        }
        return rows;
    }

    /**
     * Transforms a row or a column.
     *
     * @param line coefficients
     * @return values
     */
    public static double[] inverse(double[] line) {
        double[] values = new double[SIDE];
        for (int at = 0; at < SIDE; at++) {
            double sum = 0;
            for (int frequency = 0; frequency < SIDE; frequency++) {
                sum += line[frequency] * BASE[at][frequency];
            }
            values[at] = sum;
        }
        return values;
    }

    /**
     * Exchanges rows and columns.
     *
     * @param lines rows, or columns
     * @return columns, or rows
     */
    public static double[][] transposed(double[][] lines) {
        double[][] other = new double[SIDE][SIDE];
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < SIDE; j++) {
                other[j][i] = lines[i][j];
            }
        }
        return other;
    }

    /**
     * Makes a number of a block, so that blocks can be summed up in any order.
     *
     * @param block the block's number
     * @param columns its values
     * @return a number that depends on every value
     */
    public static long digest(int block, double[][] columns) {
        return (block + 1L) * Arrays.deepHashCode(columns);
    }

    /**
     * Transforms blocks without actors.
     *
     * @param blocks how many
     * @return the sum of their digests
     */
    public static long digests(int blocks) {
        long sum = 0;
        for (int block = 0; block < blocks; block++) {
            double[][] rows = block(block);
            for (int i = 0; i < SIDE; i++) {
                rows[i] = inverse(rows[i]);
            }
            double[][] columns = transposed(rows);
            for (int i = 0; i < SIDE; i++) {
                columns[i] = inverse(columns[i]);
            }
            sum += digest(block, columns);
        }
        return sum;
    }
}
