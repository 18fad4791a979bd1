package org.sojourn.examples.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.sojourn.examples.usage.Arguments;

/** Coefficients of the Fourier series of {@code (x+1)^x} between 0 and 2, as in the Java Grande benchmarks: each task does some of them. */
public final class Series {
    private static final int USUAL = 200;
    private static final int MOST = 1_000_000;
    private static final int STEPS = 1_000;
    private static final int THREADS = 4;
    private static final int TASKS = 8;

    private Series() {}

    /** Checks arguments. */
    public static void check(String... args) {
        count(args);
    }

    private static int count(String... args) {
        return Arguments.of("series [COUNT]", 1, Set.of(), args).number(0, "COUNT", USUAL, 1, MOST);
    }

    private record Coefficients(int from, int to) implements Callable<double[]> {
        @Override
        public double[] call() {
            double[] all = new double[(to - from) * 2];
            for (int n = from; n < to; n++) {
                all[(n - from) * 2] = integral(n, false);
                all[(n - from) * 2 + 1] = integral(n, true);
            }
            return all;
        }

        private static double integral(int n, boolean isSine) {
            double step = 2.0 / STEPS;
            double sum = (value(0, n, isSine) + value(2, n, isSine)) / 2;
            for (int i = 1; i < STEPS; i++) {
                sum += value(i * step, n, isSine);
            }
            return sum * step;
        }

        private static double value(double x, int n, boolean isSine) {
            double wave = isSine ? Math.sin(Math.PI * n * x) : Math.cos(Math.PI * n * x);
            return Math.pow(x + 1, x) * wave;
        }
    }

    /**
     * Computes them.
     *
     * @param args how many
     */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        int count = count(args);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<double[]>> all = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            all.add(pool.submit(new Coefficients(count * i / TASKS, count * (i + 1) / TASKS)));
        }
        double energy = 0;
        double first = 0;
        for (Future<double[]> each : all) {
            double[] those = each.get();
            first = energy == 0 ? those[0] : first;
            for (double coefficient : those) {
                energy += coefficient * coefficient;
            }
        }
        pool.shutdown();
        System.out.printf(Locale.ROOT, "%d coefficients, a0/2 = %.6f, energy %.6f%n", count, first / 2, energy);
    }
}
