package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.Exchanges;
import org.sojourn.host.RunFailedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench remote}. */
@Command(
        name = "remote",
        mixinStandardHelpOptions = true,
        description = "Measures what goes between two JVMs on loopback, beside raw sockets and Pekko Artery.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or something failed, 2 wrong use."})
final class RemoteCommand extends BenchCommand {
    private static final int MOST_WARM_UP_MILLIS = 60_000;

    /** Who takes part besides the raw sockets. */
    private enum Peer {
        ARTERY
    }

    @Option(names = "--list", description = "List the rows, and run nothing.")
    private boolean list;

    @Option(names = "--only", split = ",", paramLabel = "ROW", description = "Measure only these.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--vs",
            paramLabel = "PEER",
            description = "Compare with a peer besides raw sockets: ${COMPLETION-CANDIDATES}.")
    private Optional<Peer> peer = Optional.empty();

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            description = "How long each side of a row runs beforehand (default: ${DEFAULT-VALUE}).")
    private int warmUpMillis = 2_000;

    @Option(names = "--out", paramLabel = "DIR", description = "Write remote.json, remote.md and remote.svg there.")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() throws IOException {
        require("--warm-up", warmUpMillis, 0, MOST_WARM_UP_MILLIS);
        Exchanges exchanges = new Exchanges();
        List<Exchange> chosen = chosen(exchanges.all(peer.isPresent()));
        if (list) {
            chosen.forEach(exchange -> console().println(RemoteTable.listed(exchange)));
            return 0;
        }
        out.ifPresent(this::prepare);
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println();
        }
        RemoteTable.head().forEach(progress()::println);
        List<RemoteRow> rows = new ArrayList<>();
        boolean ended = measureAll(exchanges, chosen, rows);
        Map<String, Object> members = environment.members();
        members.put("rows", rows.stream().map(RemoteRow::members).toList());
        String json = JsonText.of(members);
        if (isJson()) {
            console().println(json);
        } else {
            RemoteTable.foot().forEach(console()::println);
        }
        if (out.isPresent()) {
            write(out.get(), "remote", json, RemoteTable.page(environment, rows), RemoteTable.chart(rows));
        }
        return ended && rows.stream().noneMatch(RemoteRow::isWrong) ? 0 : 1;
    }

    private List<Exchange> chosen(List<Exchange> all) {
        for (String name : only) {
            if (all.stream().noneMatch(exchange -> exchange.name().equals(name))) {
                throw wrongUse("there is no row named '" + name + "'; there are "
                        + all.stream().map(Exchange::name).collect(Collectors.joining(", ")));
            }
        }
        return all.stream()
                .filter(exchange -> only.isEmpty() || only.contains(exchange.name()))
                .toList();
    }

    /** Returns whether what was started for the rows ended well. */
    private boolean measureAll(Exchanges exchanges, List<Exchange> chosen, List<RemoteRow> rows) {
        try (exchanges) {
            for (Exchange exchange : chosen) {
                RemoteRow row = RemoteRow.measure(exchange, Duration.ofMillis(warmUpMillis));
                rows.add(row);
                RemoteTable.lines(row).forEach(progress()::println);
            }
            return true;
        } catch (RunFailedException e) {
            complaints().println("bench: Sojourn's run failed: " + e.getMessage());
        } catch (Exception e) {
            complaints().println("bench: the processes didn't end as they should: " + e);
        }
        return false;
    }
}
