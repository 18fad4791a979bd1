package org.sojourn.examples.mandelbrot;

import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code mandelbrot [WIDTH] [--steps N] [--out FILE.png] [--checkpoint FILE]}. */
public final class Mandelbrot {
    private Mandelbrot() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        MandelbrotOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [WIDTH] [--steps N] [--out FILE.png] [--checkpoint FILE]}
     */
    public static void main(String[] args) {
        MandelbrotOptions options = Arguments.orExit(() -> MandelbrotOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, options);
        }
    }

    static void start(SelectorSystem system, MandelbrotOptions options) {
        system.create(() -> new MandelbrotMaster(options));
    }
}
