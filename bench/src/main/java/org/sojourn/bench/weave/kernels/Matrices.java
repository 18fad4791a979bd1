package org.sojourn.bench.weave.kernels;

/** Loops within loops. */
public final class Matrices {
    private static final int SIZE = 120;
    private static final int GRID = 200;
    private static final int SWEEPS = 10;
    private static final double OMEGA = 1.25;

    private Matrices() {}

    /** An element of the product. */
    public static double product() {
        double[][] a = new double[SIZE][SIZE];
        double[][] b = new double[SIZE][SIZE];
        double[][] c = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        for (int i = 0; i < SIZE; i++) {
            for (int k = 0; k < SIZE; k++) {
                double factor = a[i][k];
                for (int j = 0; j < SIZE; j++) {
                    c[i][j] += factor * b[k][j];
                }
            }
        }
        return c[SIZE - 1][SIZE - 2];
    }

    /** The value in the middle of the grid. */
    public static double relaxation() {
        double[][] grid = new double[GRID][GRID];
        for (int i = 0; i < GRID; i++) {
            for (int j = 0; j < GRID; j++) {
                grid[i][j] = i * j % 7;
            }
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int i = 1; i < GRID - 1; i++) {
                double[] row = grid[i];
                double[] above = grid[i - 1];
                double[] below = grid[i + 1];
                for (int j = 1; j < GRID - 1; j++) {
                    row[j] = OMEGA / 4 * (above[j] + below[j] + row[j - 1] + row[j + 1]) + (1 - OMEGA) * row[j];
                }
            }
        }
        return grid[GRID / 2][GRID / 2];
    }

    /** The last element. */
    public static double decomposition() {
        double[][] matrix = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                matrix[i][j] = 1.0 / (i + j + 1) + (i == j ? SIZE : 0);
            }
        }
        for (int k = 0; k < SIZE; k++) {
            for (int i = k + 1; i < SIZE; i++) {
                double factor = matrix[i][k] / matrix[k][k];
                matrix[i][k] = factor;
                double[] row = matrix[i];
                double[] pivot = matrix[k];
                for (int j = k + 1; j < SIZE; j++) {
                    row[j] -= factor * pivot[j];
                }
            }
        }
        return matrix[SIZE - 1][SIZE - 1];
    }
}
