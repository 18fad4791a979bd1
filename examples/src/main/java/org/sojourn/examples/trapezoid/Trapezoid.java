package org.sojourn.examples.trapezoid;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code trapezoid [PIECES] [WORKERS]}. */
public final class Trapezoid {
    private Trapezoid() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        TrapezoidOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [PIECES] [WORKERS]}
     */
    public static void main(String[] args) {
        TrapezoidOptions options = Arguments.orExit(() -> TrapezoidOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, options);
        }
    }

    static void start(SelectorSystem system, TrapezoidOptions options) {
        system.create(() -> new TrapezoidMaster(options));
    }

    /**
     * Computes the integral, checks it, and says how long it took: from the creation of the workers until the last share was there.
     *
     * @param system what they live in
     * @param pieces how many the interval is cut into
     * @param workers how many share them
     * @return the time
     * @throws java.util.concurrent.CompletionException if it is wrong
     */
    public static Duration timed(SelectorSystem system, int pieces, int workers) {
        TrapezoidOptions options = TrapezoidOptions.parse(Integer.toString(pieces), Integer.toString(workers));
        CompletableFuture<Duration> took = new CompletableFuture<>();
        long began = System.nanoTime();
        system.create(() -> new TrapezoidMaster(options) {
            @Override
            void done(double sum) {
                Duration time = Duration.ofNanos(System.nanoTime() - began);
                took.completeAsync(() -> {
                    check(sum);
                    return time;
                });
            }
        });
        return took.join();
    }
}
