package org.sojourn.examples.pi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code pi [DIGITS] [--out FILE]}. */
public final class Pi {
    private Pi() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        PiOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [DIGITS] [--out FILE]}
     */
    public static void main(String[] args) {
        PiOptions options = Arguments.orExit(() -> PiOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, options);
        }
    }

    static void start(SelectorSystem system, PiOptions options) {
        system.create(() -> new PiMaster(options));
    }

    /**
     * Computes digits, checks them, and says how long it took: from the creation of the workers until all digits were there.
     *
     * @param system what they live in
     * @param digits how many decimal digits after the point
     * @return the time
     * @throws java.util.concurrent.CompletionException if a digit is wrong
     */
    public static Duration timed(SelectorSystem system, int digits) {
        PiOptions options = PiOptions.parse(Integer.toString(digits));
        CompletableFuture<Duration> took = new CompletableFuture<>();
        long began = System.nanoTime();
        system.create(() -> new PiMaster(options) {
            @Override
            void done(String decimals) {
                Duration time = Duration.ofNanos(System.nanoTime() - began);
                took.completeAsync(() -> {
                    check(decimals);
                    return time;
                });
            }
        });
        return took.join();
    }
}
