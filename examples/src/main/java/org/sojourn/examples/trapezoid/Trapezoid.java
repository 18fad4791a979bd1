package org.sojourn.examples.trapezoid;

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
}
