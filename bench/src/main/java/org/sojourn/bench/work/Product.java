package org.sojourn.bench.work;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of the work of multiplying two matrices: a square block of one times a square block of the other.
 *
 * @param row the first row, of the left matrix and of what comes out
 * @param inner the first column of the left matrix and row of the right one
 * @param column the first column, of the right matrix and of what comes out
 * @param size rows and columns of a block
 */
public record Product(int row, int inner, int column, int size) {
    /** The suite's factors have equal rows or columns; in these, no two are. */
    private static final Matrix.Element LEFT = (i, k) -> i + k;

    private static final Matrix.Element RIGHT = (k, j) -> k - j;

    /**
     * Makes the left factor.
     *
     * @param size rows, and columns
     * @return the matrix
     */
    public static Matrix left(int size) {
        return Matrix.of(size, LEFT);
    }

    /**
     * Makes the right factor.
     *
     * @param size rows, and columns
     * @return the matrix
     */
    public static Matrix right(int size) {
        return Matrix.of(size, RIGHT);
    }

    /**
     * Returns what the product has to be, exactly: the sum over k of (i + k)(k - j).
     *
     * @param size rows, and columns
     * @return its elements
     */
    public static Matrix.Element expected(int size) {
        double sum = size * (size - 1.0) / 2;
        double squares = sum * (2.0 * size - 1) / 3;
        return (i, j) -> squares + (i - j) * sum - (double) size * i * j;
    }

    /**
     * Returns the diagonal, of blocks of this size, that the block which comes out lies on.
     *
     * @return 0 for the block in the first corner, the same for all products that are added up in one block
     */
    public int diagonal() {
        return (row + column) / size;
    }

    /**
     * Cuts each of the blocks into four.
     *
     * @return the eight products that this one is made of, two for each quarter of what comes out
     */
    public List<Product> split() {
        int half = size / 2;
        List<Product> parts = new ArrayList<>();
        for (int r = 0; r < 2; r++) {
            for (int c = 0; c < 2; c++) {
                for (int k = 0; k < 2; k++) {
                    parts.add(new Product(row + r * half, inner + k * half, column + c * half, half));
                }
            }
        }
        return parts;
    }

    /**
     * Multiplies, in the plain way.
     *
     * @param left the whole left matrix
     * @param right the whole right matrix
     * @param sums a block to which the product is added
     */
    public void addTo(double[][] sums, Matrix left, Matrix right) {
        for (int i = 0; i < size; i++) {
            double[] sum = sums[i];
            for (int k = inner; k < inner + size; k++) {
                double factor = left.at(row + i, k);
                for (int j = 0; j < size; j++) {
                    sum[j] += factor * right.at(k, column + j);
                }
            }
        }
    }
}
