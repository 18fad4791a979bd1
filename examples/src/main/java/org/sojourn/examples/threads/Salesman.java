package org.sojourn.examples.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.sojourn.examples.usage.Arguments;

/**
 * The shortest round trip through some towns, by branch and bound: a task for each town that may come first, which returns the best trip that
 * begins so. Where the towns are follows from a seed, so a task needs only that.
 */
public final class Salesman {
    private static final int USUAL = 11;
    private static final int MOST = 16;
    private static final int THREADS = 4;
    private static final int SEED = 2_000;
    private static final int SIDE = 1_000;

    private Salesman() {}

    /** Checks arguments. */
    public static void check(String... args) {
        towns(args);
    }

    private static int towns(String... args) {
        return Arguments.of("salesman [TOWNS]", 1, Set.of(), args).number(0, "TOWNS", USUAL, 3, MOST);
    }

    private record Trip(int length, List<Integer> towns) {}

    private record FirstStop(int towns, int first) implements Callable<Trip> {
        @Override
        public Trip call() {
            int[][] ways = ways(towns);
            int[] best = new int[towns];
            int[] trip = new int[towns];
            boolean[] seen = new boolean[towns];
            trip[1] = first;
            seen[0] = true;
            seen[first] = true;
            int length = search(ways, trip, seen, 2, ways[0][first], Integer.MAX_VALUE, best);
            List<Integer> order = new ArrayList<>();
            for (int town : best) {
                order.add(town);
            }
            return new Trip(length, order);
        }

        private static int[][] ways(int towns) {
            int[] x = new int[towns];
            int[] y = new int[towns];
            int seed = SEED;
            for (int i = 0; i < towns; i++) {
                seed = seed * 1_103_515_245 + 12_345;
                x[i] = (seed >>> 16) % SIDE;
                seed = seed * 1_103_515_245 + 12_345;
                y[i] = (seed >>> 16) % SIDE;
            }
            int[][] ways = new int[towns][towns];
            for (int i = 0; i < towns; i++) {
                for (int j = 0; j < towns; j++) {
                    ways[i][j] =
                            (int) Math.sqrt((double) (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
                }
            }
            return ways;
        }

        private static int search(
                int[][] ways, int[] trip, boolean[] seen, int count, int length, int bound, int[] best) {
            int from = trip[count - 1];
            if (count == trip.length) {
                int whole = length + ways[from][0];
                if (whole < bound) {
                    System.arraycopy(trip, 0, best, 0, trip.length);
                }
                return Math.min(whole, bound);
            }
            int known = bound;
            for (int town = 1; town < trip.length; town++) {
                if (!seen[town] && length + ways[from][town] < known) {
                    seen[town] = true;
                    trip[count] = town;
                    known = search(ways, trip, seen, count + 1, length + ways[from][town], known, best);
                    seen[town] = false;
                }
            }
            return known;
        }
    }

    /**
     * Finds it.
     *
     * @param args the number of towns
     */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        int towns = towns(args);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<Trip>> all = new ArrayList<>();
        for (int first = 1; first < towns; first++) {
            all.add(pool.submit(new FirstStop(towns, first)));
        }
        Trip best = new Trip(Integer.MAX_VALUE, List.of());
        for (Future<Trip> each : all) {
            best = each.get().length() < best.length() ? each.get() : best;
        }
        pool.shutdown();
        System.out.println("the shortest trip through " + towns + " towns is " + best.length() + " long: "
                + Arrays.toString(best.towns().toArray()));
    }
}
