package org.sojourn.examples.messengers.mesh;

import java.util.HashSet;
import java.util.Set;
import org.sojourn.examples.messengers.View;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code mesh}.
 *
 * @param side how many nodes each row and each column has
 * @param isCounted whether the wave itself is to find out when it is over
 * @param view how it is shown
 */
record MeshOptions(int side, boolean isCounted, View view) {
    private static final int DEFAULT_SIDE = 8;

    /** The scripts' arrays have so many elements. */
    private static final int MOST = 64;

    static MeshOptions parse(String... args) {
        Set<String> known = new HashSet<>(View.OPTIONS);
        known.add("--counted");
        var arguments = Arguments.of("mesh [N] [--counted 0|1] " + View.USAGE, 1, known, args);
        boolean isCounted = arguments.number("--counted", 0, 0, 1) == 1;
        View view = View.of(arguments);
        if (isCounted && view.isShown()) {
            throw arguments.refuse("a wave that counts can't be watched: choose one");
        }
        return new MeshOptions(arguments.number(0, "N", DEFAULT_SIDE, 1, MOST), isCounted, view);
    }
}
