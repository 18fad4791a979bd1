package org.sojourn.examples.cannon;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code cannon [N]}, or {@code cannon --a A.mtx --b B.mtx --out C.mtx}. */
public final class Cannon {
    private Cannon() {}

    /**
     * Looks at the arguments and the files that they name, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        CannonOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [N] [--grid K] [--out C.mtx]}, or {@code --a A.mtx --b B.mtx --out C.mtx [--grid K]}
     */
    public static void main(String[] args) {
        CannonOptions options = Arguments.orExit(() -> CannonOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, options);
        }
    }

    static void start(SelectorSystem system, CannonOptions options) {
        system.create(() -> new CannonMaster(
                options, () -> PlainProduct.of(options.factors()), checked -> System.out.println(checked.sentence())));
    }

    /**
     * Multiplies two seeded matrices, checks the product, and says how long the product alone took: from the grid's creation,
     * with the factors made where they are needed, until the last block was there.
     *
     * @param system what the grid lives in
     * @param side rows and columns of both matrices
     * @param grid cells along each side of the grid
     * @return the time
     * @throws java.util.concurrent.CompletionException if the product is wrong
     */
    public static Duration timed(SelectorSystem system, int side, int grid) {
        return timer(side).timed(system, grid);
    }

    /**
     * Times products of the same matrices. What they are compared with is computed with the first one, and kept.
     *
     * @param side rows and columns of both matrices
     * @return multiplies them on any grid
     */
    public static Timer timer(int side) {
        CannonOptions options = CannonOptions.parse(Integer.toString(side));
        return new Timer(options.factors());
    }

    /** Multiplies the same matrices again and again. For one thread. */
    public static final class Timer {
        private final CannonOptions.Factors factors;
        private @Nullable PlainProduct expected;

        private Timer(CannonOptions.Factors factors) {
            this.factors = factors;
        }

        /**
         * Multiplies, checks the product, and says how long the product alone took.
         *
         * @param system what the grid lives in
         * @param grid cells along each side of the grid
         * @return the time
         * @throws java.util.concurrent.CompletionException if the product is wrong
         */
        public Duration timed(SelectorSystem system, int grid) {
            CannonOptions options = new CannonOptions(factors, OptionalInt.of(grid), Optional.empty());
            CompletableFuture<Duration> took = new CompletableFuture<>();
            system.create(() -> new CannonMaster(options, this::expected, checked -> {
                if (checked.isRight()) {
                    took.complete(checked.took());
                } else {
                    took.completeExceptionally(new IllegalStateException(checked.sentence()));
                }
            }));
            return took.join();
        }

        private PlainProduct expected() {
            PlainProduct known = expected;
            if (known == null) {
                known = PlainProduct.of(factors);
                expected = known;
            }
            return known;
        }
    }
}
