package org.sojourn.examples.trapezoid;

import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code trapezoid}.
 *
 * @param pieces how many pieces the interval is cut into
 * @param workers how many workers share them
 */
record TrapezoidOptions(int pieces, int workers) {
    private static final int DEFAULT_PIECES = 10_000_000;
    private static final int MOST_PIECES = 2_000_000_000;
    private static final int DEFAULT_WORKERS = 12;
    private static final int MOST_WORKERS = 10_000;

    static TrapezoidOptions parse(String... args) {
        var arguments = Arguments.of("trapezoid [PIECES] [WORKERS]", 2, Set.of(), args);
        int pieces = arguments.number(0, "PIECES", DEFAULT_PIECES, 1, MOST_PIECES);
        int workers = arguments.number(1, "WORKERS", Math.min(DEFAULT_WORKERS, pieces), 1, MOST_WORKERS);
        if (workers > pieces) {
            throw arguments.refuse(
                    workers + " workers cannot share " + pieces + " pieces; ask for at most one worker a piece");
        }
        return new TrapezoidOptions(pieces, workers);
    }
}
