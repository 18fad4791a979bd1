package org.sojourn.launch;

import picocli.CommandLine.Command;

/** {@code ./sojourn network}. */
@Command(
        name = "network",
        header = "Holds an empty network of messengers open.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Holds a logical network of messengers open, which is empty at first, until Ctrl-C or ./sojourn stop.",
            "Inject scripts into it from another shell, by ./sojourn inject.%n"
        },
        sortOptions = false)
final class NetworkCommand extends PlacesCommand {
    /** What the run is listed as. */
    static final String WORD = "network";

    @Override
    public Integer call() {
        long from = System.nanoTime();
        return run(WORD, Programs::network, from);
    }
}
