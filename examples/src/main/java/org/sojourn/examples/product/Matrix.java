package org.sojourn.examples.product;

/**
 * Some rows of a matrix, or some columns of one, each as a row.
 *
 * @param first which row or column is the first one
 * @param rows of equal length
 */
record Matrix(int first, long[][] rows) {
    private static final int RANGE = 1000;

    /** Rows of the first factor. */
    static Matrix first(int size, int from, int to) {
        long[][] rows = new long[to - from][size];
        for (int i = from; i < to; i++) {
            for (int j = 0; j < size; j++) {
                rows[i - from][j] = left(i, j);
            }
        }
        return new Matrix(from, rows);
    }

    /** Columns of the second one. */
    static Matrix second(int size, int from, int to) {
        long[][] columns = new long[to - from][size];
        for (int j = from; j < to; j++) {
            for (int i = 0; i < size; i++) {
                columns[j - from][i] = right(i, j);
            }
        }
        return new Matrix(from, columns);
    }

    private static long left(int row, int column) {
        return (row * 31L + column * 17L) % RANGE;
    }

    private static long right(int row, int column) {
        return (row * 13L + column * 7L) % RANGE;
    }

    /** Checks an element of a product, by the sums that define it. */
    static boolean isRight(int size, int row, int column, long value) {
        long sum = 0;
        for (int k = 0; k < size; k++) {
            sum += left(row, k) * right(k, column);
        }
        return sum == value;
    }
}
