package org.sojourn.examples.mandelbrot;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code mandelbrot}.
 *
 * @param plane what is computed
 * @param out the file that the picture goes to
 * @param checkpoint the file that rows are kept in
 */
record MandelbrotOptions(Plane plane, Optional<Path> out, Optional<Path> checkpoint) {
    /** A picture of this width takes 53 MB. */
    static final int MOST_WIDTH = 4_000;

    /** At both bounds the work takes hours. */
    static final int MOST_STEPS = 1_000_000;

    private static final int DEFAULT_WIDTH = 1_200;
    private static final int DEFAULT_STEPS = 1_000;

    static MandelbrotOptions parse(String... args) {
        var arguments = Arguments.of(
                "mandelbrot [WIDTH] [--steps N] [--out FILE.png] [--checkpoint FILE]",
                1,
                Set.of("--steps", "--out", "--checkpoint"),
                args);
        int width = arguments.number(0, "WIDTH", DEFAULT_WIDTH, 1, MOST_WIDTH);
        int steps = arguments.number("--steps", DEFAULT_STEPS, 1, MOST_STEPS);
        Optional<Path> out = arguments.writableFile("--out");
        out.ifPresent(file -> {
            if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
                throw arguments.refuse("the picture is written as PNG, and " + file + " doesn't end in .png");
            }
        });
        return new MandelbrotOptions(new Plane(width, steps), out, arguments.writableFile("--checkpoint"));
    }
}
