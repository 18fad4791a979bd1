package org.sojourn.examples.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.sojourn.examples.usage.Arguments;

/** How many ways there are to place queens on a board, none of which attacks another: a task for each square of the first row. */
public final class Queens {
    private static final int USUAL = 11;
    private static final int MOST = 16;
    private static final int THREADS = 4;

    private Queens() {}

    /** Checks arguments. */
    public static void check(String... args) {
        size(args);
    }

    private static int size(String... args) {
        return Arguments.of("queens [SIDE]", 1, Set.of(), args).number(0, "SIDE", USUAL, 1, MOST);
    }

    private record FirstRow(int size, int column) implements Callable<Long> {
        @Override
        public Long call() {
            int[] columns = new int[size];
            columns[0] = column;
            long ways = ways(columns, 1);
            System.out.println("with a queen on square " + (column + 1) + ": " + ways);
            return ways;
        }

        private static long ways(int[] columns, int row) {
            if (row == columns.length) {
                return 1;
            }
            long ways = 0;
            for (int column = 0; column < columns.length; column++) {
                if (isFree(columns, row, column)) {
                    columns[row] = column;
                    ways += ways(columns, row + 1);
                }
            }
            return ways;
        }

        private static boolean isFree(int[] columns, int row, int column) {
            for (int above = 0; above < row; above++) {
                int apart = Math.abs(columns[above] - column);
                if (apart == 0 || apart == row - above) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Counts.
     *
     * @param args the side of the board
     */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        int size = size(args);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<Long>> all = new ArrayList<>();
        for (int column = 0; column < size; column++) {
            all.add(pool.submit(new FirstRow(size, column)));
        }
        long ways = 0;
        for (Future<Long> each : all) {
            ways += each.get();
        }
        pool.shutdown();
        System.out.println(size + " queens: " + ways + " ways");
    }
}
