package org.sojourn.examples.messengers;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.messengers.Network;

/**
 * How a program shows what it does while it does it.
 *
 * @param directory where pictures are written to, if they are
 * @param pause how long each picture stays in the terminal, in milliseconds; 0 if none is drawn there
 */
public record View(Optional<Path> directory, int pause) {
    /** Nothing is shown. */
    public static final View NONE = new View(Optional.empty(), 0);

    /** The options that say so. */
    public static final Set<String> OPTIONS = Set.of("--frames", "--live");

    /** The options as a usage line has them. */
    public static final String USAGE = "[--frames DIRECTORY] [--live MILLIS]";

    private static final int LONGEST = 60_000;

    /** To the terminal's upper left corner. */
    private static final String HOME = "\u001b[H\u001b[J";

    /** {@return what was asked for} */
    public static View of(Arguments arguments) {
        return new View(arguments.file("--frames"), arguments.number("--live", 0, 0, LONGEST));
    }

    /** {@return whether anything is shown} */
    public boolean isShown() {
        return pause > 0 || directory.isPresent();
    }

    /** Hands it to a script that has the variables {@code directory} and {@code pause}, and gives them back to {@link #show}. */
    public Network.Injection give(Network.Injection script) {
        return script.with("directory", directory.map(Path::toString).orElse(""))
                .with("pause", pause);
    }

    /**
     * Shows a picture. Takes its time, if it is drawn in the terminal: to be called by what is {@link
     * org.sojourn.messengers.Blocking}.
     *
     * @param directory where it is written to; empty if it isn't
     * @param pause how long it stays in the terminal, in milliseconds; 0 if it isn't drawn there
     * @param name of the pictures
     * @param number which of them this is, from 0
     * @param picture what is shown
     */
    public static void show(String directory, int pause, String name, int number, Picture picture) {
        if (!directory.isEmpty()) {
            picture.write(Path.of(directory), name, number);
        }
        if (pause > 0) {
            System.out.print(HOME + picture.terminal() + name + " " + number + "\n");
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the run ends
            }
        }
    }
}
