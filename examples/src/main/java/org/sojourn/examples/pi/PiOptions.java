package org.sojourn.examples.pi;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code pi}.
 *
 * @param digits how many decimal digits after the point
 * @param out the file that the digits go to, or nothing if they are printed
 */
record PiOptions(int digits, Optional<Path> out) {
    /** The work grows with the square of the digits: at this bound it takes hours. */
    static final int MOST_DIGITS = 1_000_000;

    private static final int DEFAULT_DIGITS = 15_000;

    static PiOptions parse(String... args) {
        var arguments = Arguments.of("pi [DIGITS] [--out FILE]", 1, Set.of("--out"), args);
        int digits = arguments.number(0, "DIGITS", DEFAULT_DIGITS, 1, MOST_DIGITS);
        return new PiOptions(digits, arguments.writableFile("--out"));
    }
}
