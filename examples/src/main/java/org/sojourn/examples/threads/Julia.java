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

/** A Julia set in letters: a virtual thread for each row, which returns it. */
public final class Julia {
    private static final int USUAL = 24;
    private static final int MOST = 1_000;
    private static final int STEPS = 20_000;
    private static final String SHADES = " .:-=+*#%@";

    private Julia() {}

    /** Checks arguments. */
    public static void check(String... args) {
        rows(args);
    }

    private static int rows(String... args) {
        return Arguments.of("julia [ROWS]", 1, Set.of(), args).number(0, "ROWS", USUAL, 1, MOST);
    }

    private record Row(int rows, int row) implements Callable<String> {
        @Override
        public String call() {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < rows * 2; column++) {
                line.append(shade(3.0 * column / (rows * 2) - 1.5, 3.0 * row / rows - 1.5));
            }
            return line.toString();
        }

        private static char shade(double x, double y) {
            double real = x;
            double imaginary = y;
            int steps = 0;
            while (steps < STEPS && real * real + imaginary * imaginary < 4) {
                double next = real * real - imaginary * imaginary - 0.8;
                imaginary = 2 * real * imaginary + 0.156;
                real = next;
                steps++;
            }
            return SHADES.charAt(steps == STEPS ? SHADES.length() - 1 : Math.min(steps / 4, SHADES.length() - 2));
        }
    }

    /**
     * Draws it.
     *
     * @param args the number of rows
     */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        int rows = rows(args);
        List<Future<String>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int row = 0; row < rows; row++) {
                all.add(threads.submit(new Row(rows, row)));
            }
        }
        for (Future<String> each : all) {
            System.out.println(each.get());
        }
    }
}
