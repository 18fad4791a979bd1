package org.sojourn.examples.messengers.styrene;

import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code styrene}.
 *
 * @param steps waves in an hour
 * @param hours how long it goes on
 * @param ppm of styrene in the air
 * @param isHuman whether a human inhales it, or a rat
 */
record StyreneOptions(int steps, int hours, int ppm, boolean isHuman) {
    private static final int DEFAULT_STEPS = 500;

    /** With fewer steps the rat's liver would give more than it has. */
    private static final int LEAST_STEPS = 250;

    private static final int MOST_STEPS = 1_000_000;
    private static final int HOURS = 24;
    private static final int DEFAULT_PPM = 80;
    private static final int MOST_PPM = 10_000;

    static StyreneOptions parse(String... args) {
        var arguments = Arguments.of("styrene [STEPS] [--ppm N] [--human 0|1]", 1, Set.of("--ppm", "--human"), args);
        return new StyreneOptions(
                arguments.number(0, "STEPS", DEFAULT_STEPS, LEAST_STEPS, MOST_STEPS),
                HOURS,
                arguments.number("--ppm", DEFAULT_PPM, 0, MOST_PPM),
                arguments.number("--human", 0, 0, 1) == 1);
    }
}
