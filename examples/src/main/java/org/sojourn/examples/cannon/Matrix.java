package org.sojourn.examples.cannon;

import java.util.stream.IntStream;

/**
 * A dense matrix. It owns its array: whoever passes one in, or takes it out, leaves it alone from then on.
 *
 * @param rows how many rows, at least 1
 * @param columns how many columns, at least 1
 * @param values the elements, row after row
 */
record Matrix(int rows, int columns, double[] values) {
    Matrix {
        if (rows < 1 || columns < 1 || (long) rows * columns != values.length) {
            throw new IllegalArgumentException(rows + " x " + columns + " matrix with " + values.length + " values");
        }
    }

    static Matrix zero(int rows, int columns) {
        return new Matrix(rows, columns, new double[Math.multiplyExact(rows, columns)]);
    }

    double at(int row, int column) {
        return values[row * columns + column];
    }

    /**
     * Returns the product by the definition, row by row; the yardstick for the blocked product, so it shares none of
     * it.
     */
    Matrix times(Matrix right) {
        if (columns != right.rows) {
            throw new IllegalArgumentException(columns + " columns times " + right.rows + " rows");
        }
        Matrix product = zero(rows, right.columns);
        IntStream.range(0, rows).parallel().forEach(i -> {
            int target = i * right.columns;
            for (int k = 0; k < columns; k++) {
                double factor = at(i, k);
                for (int j = 0; j < right.columns; j++) {
                    product.values[target + j] += factor * right.values[k * right.columns + j];
                }
            }
        });
        return product;
    }

    /** Returns the largest difference between two elements at the same position; NaN anywhere makes it NaN. */
    double largestDifference(Matrix other) {
        if (rows != other.rows || columns != other.columns) {
            throw new IllegalArgumentException("shapes differ: " + shape() + " and " + other.shape());
        }
        double largest = 0;
        for (int i = 0; i < values.length; i++) {
            largest = Math.max(largest, Math.abs(values[i] - other.values[i]));
        }
        return largest;
    }

    /**
     * Returns by how much two right products, summed in different orders, can differ in an element: each is off
     * by at most n u sum |a||b| for inner dimension n and unit roundoff u = 2^-53, where the sum is at most the
     * largest row sum of |a| times the largest |b|.
     */
    double tolerance(Matrix right) {
        double largestRow = 0;
        for (int i = 0; i < rows; i++) {
            double row = 0;
            for (int k = 0; k < columns; k++) {
                row += Math.abs(at(i, k));
            }
            largestRow = Math.max(largestRow, row);
        }
        double largest = 0;
        for (double value : right.values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return 2 * columns * 0x1p-53 * largestRow * largest;
    }

    String shape() {
        return rows + " x " + columns;
    }
}
