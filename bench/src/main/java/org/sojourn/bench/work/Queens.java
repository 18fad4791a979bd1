package org.sojourn.bench.work;

import java.util.function.Consumer;

/**
 * Queens on a board of which no two may be in one row, column or diagonal. The first rows are taken; what is given is
 * the column of the queen in each. Arrays are never written to once they have been handed out.
 */
public final class Queens {
    private static final long[] SOLUTIONS = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596};

    private Queens() {}

    /**
     * Returns how many solutions there are (sequence A000170 of the On-Line Encyclopedia of Integer Sequences).
     *
     * @param size of the board, up to 14
     * @return the number
     */
    public static long solutions(int size) {
        return SOLUTIONS[size];
    }

    /**
     * Puts a queen in the next row, wherever it may stand.
     *
     * @param queens those in the first rows
     * @param size of the board
     * @param each gets the queens of every possibility
     */
    public static void extend(int[] queens, int size, Consumer<int[]> each) {
        int row = queens.length;
        for (int column = 0; column < size; column++) {
            if (isFree(queens, row, column)) {
                int[] more = new int[row + 1];
                System.arraycopy(queens, 0, more, 0, row);
                more[row] = column;
                each.accept(more);
            }
        }
    }

    /**
     * Fills all rows.
     *
     * @param queens those in the first rows
     * @param size of the board
     * @param solution is run for every solution
     */
    public static void solve(int[] queens, int size, Runnable solution) {
        int[] board = new int[size];
        System.arraycopy(queens, 0, board, 0, queens.length);
        fill(board, queens.length, solution);
    }

    /**
     * Counts the ways to fill some rows.
     *
     * @param size of the board
     * @param rows how many of the first rows
     * @return in how many ways queens can stand there
     */
    public static long placements(int size, int rows) {
        return placements(new int[0], size, rows);
    }

    private static long placements(int[] queens, int size, int rows) {
        if (queens.length == rows) {
            return 1;
        }
        long[] sum = new long[1];
        extend(queens, size, more -> sum[0] += placements(more, size, rows));
        return sum[0];
    }

    private static void fill(int[] board, int row, Runnable solution) {
        if (row == board.length) {
            solution.run();
            return;
        }
        for (int column = 0; column < board.length; column++) {
            if (isFree(board, row, column)) {
                board[row] = column;
                fill(board, row + 1, solution);
            }
        }
    }

    private static boolean isFree(int[] queens, int row, int column) {
        for (int above = 0; above < row; above++) {
            int distance = Math.abs(queens[above] - column);
            if (distance == 0 || distance == row - above) {
                return false;
            }
        }
        return true;
    }
}
