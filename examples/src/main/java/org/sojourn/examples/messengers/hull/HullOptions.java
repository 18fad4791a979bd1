package org.sojourn.examples.messengers.hull;

import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code hull}.
 *
 * @param points how many points are drawn
 */
record HullOptions(int points) {
    private static final int DEFAULT_POINTS = 1_024;

    static HullOptions parse(String... args) {
        var arguments = Arguments.of("hull [N]", 1, Set.of(), args);
        return new HullOptions(arguments.number(0, "N", DEFAULT_POINTS, 1, Hull.MOST));
    }
}
