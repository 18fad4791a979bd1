package org.sojourn.bench;

import java.io.IOException;
import java.util.Optional;
import org.sojourn.bench.remote.Exchanges;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench remote}. */
@Command(
        name = "remote",
        mixinStandardHelpOptions = true,
        description = "Measures what goes between two JVMs on loopback, beside raw sockets and Pekko Artery.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class RemoteCommand extends ExchangeCommand {
    /** Who takes part besides the raw sockets. */
    private enum Peer {
        ARTERY
    }

    @Option(
            names = "--vs",
            paramLabel = "PEER",
            description = "Compare with a peer besides raw sockets: ${COMPLETION-CANDIDATES}.")
    private Optional<Peer> peer = Optional.empty();

    @Option(names = "--tls", description = "Measure it encrypted as well, beside itself in clear.")
    private boolean tls;

    @Override
    public Integer call() throws IOException {
        Exchanges exchanges = new Exchanges();
        return measure(
                new RowTable("remote", "Between two JVMs"), exchanges.all(peer.isPresent(), tls), exchanges::close);
    }
}
