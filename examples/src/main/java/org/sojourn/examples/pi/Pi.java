package org.sojourn.examples.pi;

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
}
