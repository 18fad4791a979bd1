package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/** A square matrix that is never written to: many may read it. */
public final class Matrix {
    private final double[][] rows;

    private Matrix(double[][] rows) {
        this.rows = rows;
    }

    /** What stands in a row and column. */
    public interface Element {
        /**
         * Returns an element.
         *
         * @param row from 0
         * @param column from 0
         * @return its value
         */
        double at(int row, int column);
    }

    /**
     * Makes a matrix.
     *
     * @param size rows, and columns
     * @param element gives each
     * @return the matrix
     */
    public static Matrix of(int size, Element element) {
        double[][] rows = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                rows[i][j] = element.at(i, j);
            }
        }
        return new Matrix(rows);
    }

    /**
     * Returns an element.
     *
     * @param row from 0
     * @param column from 0
     * @return its value
     */
    public double at(int row, int column) {
        return rows[row][column];
    }

    /**
     * Checks every element.
     *
     * @param element gives what it should be
     * @param tolerance by how much each may differ
     * @throws org.sojourn.bench.WrongAnswerException if one differs by more
     */
    public void check(Element element, double tolerance) {
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                double expected = element.at(i, j);
                double got = rows[i][j];
                if (!(Math.abs(expected - got) <= tolerance)) {
                    Answers.same("element " + i + ", " + j, expected, got, tolerance);
                }
            }
        }
    }
}
