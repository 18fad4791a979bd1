package org.sojourn.examples.cannon;

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
        system.create(() -> new CannonMaster(options));
    }
}
