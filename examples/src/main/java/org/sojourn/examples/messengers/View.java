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
 * @param isLive whether they are drawn in the terminal
 */
public record View(Optional<Path> directory, boolean isLive) {
    /** Nothing is shown. */
    public static final View NONE = new View(Optional.empty(), false);

    /** The options that say so. */
    public static final Set<String> OPTIONS = Set.of("--frames", "--live");

    /** The options as a usage line has them. */
    public static final String USAGE = "[--frames DIRECTORY] [--live 0|1]";

    /** To the terminal's upper left corner. */
    private static final String HOME = "\u001b[H\u001b[J";

    /** {@return what was asked for} */
    public static View of(Arguments arguments) {
        return new View(arguments.file("--frames"), arguments.number("--live", 0, 0, 1) == 1);
    }

    /** {@return whether anything is shown} */
    public boolean isShown() {
        return isLive || directory.isPresent();
    }

    /** Hands it to a script that has the variables {@code directory} and {@code isLive}, and gives it back to {@link #show}. */
    public Network.Injection give(Network.Injection script) {
        return script.with("directory", directory.map(Path::toString).orElse(""))
                .with("isLive", isLive ? 1 : 0);
    }

    /**
     * Shows a picture.
     *
     * @param directory where it is written to; empty if it isn't
     * @param isLive whether it is drawn in the terminal: 0 if it isn't
     * @param name of the pictures
     * @param number which of them this is, from 0
     * @param picture what is shown
     */
    public static void show(String directory, int isLive, String name, int number, Picture picture) {
        if (!directory.isEmpty()) {
            picture.write(Path.of(directory), name, number);
        }
        if (isLive != 0) {
            System.out.print(HOME + picture.terminal() + name + " " + number + "\n");
        }
    }
}
