package org.sojourn.bench.hal;

/**
 * The columns of a symmetric, positive definite matrix and of its Cholesky factor. Column j begins at the diagonal: its first
 * element is that of row j.
 */
final class Columns {
    private Columns() {}

    /** Returns the element of the matrix: any place can make its part by itself. */
    private static double element(int size, int row, int column) {
        return row == column ? size : 1.0 / (1 + row - column) + 0.5 * Math.sin(row + 2.0 * column);
    }

    /** Makes a column of the matrix. */
    static double[] of(int size, int column) {
        double[] values = new double[size - column];
        for (int i = 0; i < values.length; i++) {
            values[i] = element(size, column + i, column);
        }
        return values;
    }

    /** Completes a column from which all before it were subtracted. */
    static void divide(double[] column) {
        double root = Math.sqrt(column[0]);
        column[0] = root;
        for (int i = 1; i < column.length; i++) {
            column[i] /= root;
        }
    }

    /** Subtracts a completed column's share from a later one, so many columns to the right. */
    static void subtract(double[] from, double[] completed, int distance) {
        double factor = completed[distance];
        for (int i = 0; i < from.length; i++) {
            from[i] -= factor * completed[distance + i];
        }
    }

    /** The whole of it in one thread. */
    static double[][] factor(int size) {
        double[][] columns = new double[size][];
        for (int j = 0; j < size; j++) {
            columns[j] = of(size, j);
        }
        for (int k = 0; k < size; k++) {
            divide(columns[k]);
            for (int j = k + 1; j < size; j++) {
                subtract(columns[j], columns[k], j - k);
            }
        }
        return columns;
    }

    /** Multiplies a factor by its transpose, and compares with the matrix. */
    static void check(double[][] factor) {
        int size = factor.length;
        double worst = 0;
        for (int j = 0; j < size; j++) {
            double[] product = new double[size - j];
            for (int k = 0; k <= j; k++) {
                double share = factor[k][j - k];
                for (int i = j; i < size; i++) {
                    product[i - j] += share * factor[k][i - k];
                }
            }
            for (int i = j; i < size; i++) {
                worst = Math.max(worst, Math.abs(product[i - j] - element(size, i, j)));
            }
        }
        // Each sum has up to size products of at most size, each rounded; asked so that what is no number fails too.
        double tolerance = 2.0 * size * size * Math.ulp(1.0);
        if (!(worst <= tolerance)) {
            throw new IllegalStateException("the factor by its transpose differs from the matrix by " + worst
                    + "; rounding explains at most " + tolerance);
        }
    }
}
