package org.sojourn.examples.gather;

import java.util.List;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.examples.usage.UsageException;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code gather [FILE...]}: one strand goes from place to place and counts the words of files there. */
public final class Gather {
    private static final String USAGE = "gather [FILE...], where {place} in a name stands for the place";

    private Gather() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        files(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [FILE...]}
     */
    public static void main(String[] args) {
        List<String> files = Arguments.orExit(() -> files(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, files);
        }
    }

    private static List<String> files(String... args) {
        for (String arg : args) {
            if (arg.startsWith("-") || arg.isBlank()) {
                throw new UsageException("'" + arg + "' isn't a file name; usage: " + USAGE);
            }
        }
        return List.of(args);
    }

    static void start(SelectorSystem system, List<String> files) {
        system.create(() -> new Gatherer(files));
    }
}
