package org.sojourn.examples.messengers.wator;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.examples.messengers.View;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code wator}.
 *
 * @param side of the ocean, in cells
 * @param chronons how many
 * @param fish in the beginning
 * @param sharks in the beginning
 * @param view how it is shown
 */
record WatorOptions(int side, int chronons, int fish, int sharks, View view) {
    private static final int DEFAULT_SIDE = 32;
    private static final int DEFAULT_CHRONONS = 100;
    private static final int LEAST_SIDE = 2;
    private static final int MOST_SIDE = 128;

    private static final int MOST_CHRONONS = 1_000_000;

    /** Of so many cells 400 have fish, and 100 have sharks. */
    private static final int OF_CELLS = 1024;

    private static final int FISH = 400;
    private static final int SHARKS = 100;

    static WatorOptions parse(String... args) {
        Set<String> known = new HashSet<>(View.OPTIONS);
        known.addAll(List.of("--fish", "--sharks"));
        var arguments = Arguments.of("wator [SIDE] [CHRONONS] [--fish N] [--sharks N] " + View.USAGE, 2, known, args);
        int side = arguments.number(0, "SIDE", DEFAULT_SIDE, LEAST_SIDE, MOST_SIDE);
        int cells = side * side;
        int fish = arguments.number("--fish", cells * FISH / OF_CELLS, 0, cells);
        return new WatorOptions(
                side,
                arguments.number(1, "CHRONONS", DEFAULT_CHRONONS, 1, MOST_CHRONONS),
                fish,
                arguments.number("--sharks", Math.min(cells * SHARKS / OF_CELLS, cells - fish), 0, cells - fish),
                View.of(arguments));
    }
}
