package org.sojourn.bench.work;

import java.util.SplittableRandom;

/**
 * Successive over-relaxation on a square grid coloured like a chessboard, a cell after the other. Every cell moves
 * towards its neighbours, and beyond, in each round: first those of one colour, then the others, which take their first
 * values as given and so have a round less.
 *
 * @param size rows, and columns; at least 2
 * @param rounds how many
 * @param seed of the first values
 */
public record Relaxation(int size, int rounds, long seed) {
    private static final double OMEGA = 1.25;

    /**
     * Returns the first values.
     *
     * @return one for each row and column, from 0 to 1
     */
    public double[][] values() {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] values = new double[size][size];
        for (double[] row : values) {
            for (int j = 0; j < size; j++) {
                row[j] = random.nextDouble();
            }
        }
        return values;
    }

    /**
     * Returns whether a cell is of the colour that takes its first value as given.
     *
     * @param row from 0
     * @param column from 0
     * @return true for the cell in the first corner
     */
    public static boolean isGiven(int row, int column) {
        return (row + column) % 2 == 0;
    }

    /**
     * Moves a value.
     *
     * @param value of a cell
     * @param sum of the neighbours' values; at the edge there are fewer
     * @return the cell's new value
     */
    public static double relaxed(double value, double sum) {
        return OMEGA / 4 * sum + (1 - OMEGA) * value;
    }

    /**
     * Returns what a cell adds to the total: with other values in other cells it would hardly be the same.
     *
     * @param row from 0
     * @param column from 0
     * @param value the cell's
     * @return the value times the cell's number, from 1
     */
    public double weighted(int row, int column, double value) {
        return value * (row * size + column + 1);
    }

    /**
     * Works out all rounds.
     *
     * @return the total
     */
    public double total() {
        double[][] values = values();
        for (int round = 1; round <= rounds; round++) {
            relax(values, false);
            if (round < rounds) {
                relax(values, true);
            }
        }
        double total = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                total += weighted(i, j, values[i][j]);
            }
        }
        return total;
    }

    private void relax(double[][] values, boolean given) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (isGiven(i, j) == given) {
                    double sum = at(values, i - 1, j) + at(values, i + 1, j);
                    sum += at(values, i, j - 1) + at(values, i, j + 1);
                    values[i][j] = relaxed(values[i][j], sum);
                }
            }
        }
    }

    private double at(double[][] values, int row, int column) {
        boolean isInside = row >= 0 && row < size && column >= 0 && column < size;
        return isInside ? values[row][column] : 0;
    }
}
