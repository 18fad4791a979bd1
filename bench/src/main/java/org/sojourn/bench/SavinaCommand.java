package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sojourn.host.RunFailedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench savina}. */
@Command(
        name = "savina",
        mixinStandardHelpOptions = true,
        description = "Runs the Savina suite: each program checks its answer in every iteration.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or a program failed, 2 wrong use."})
final class SavinaCommand extends BenchCommand {
    private static final int LEAST_RUNS = 10;
    private static final int MOST_RUNS = 10_000;
    private static final int MOST_WARM_UP_SECONDS = 3_600;
    private static final int MOST_FORKS = 100;
    private static final String INLINE_PROPERTY = "sojourn.inline";

    /** Whom Sojourn can be compared with. */
    private enum Peer {
        PEKKO
    }

    @Option(names = "--list", description = "List the benchmarks, and run nothing.")
    private boolean list;

    @Option(
            names = "--only",
            split = COMMAS,
            splitSynopsisLabel = ",",
            paramLabel = "NAME",
            description = "Run only these.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--vs",
            paramLabel = "PEER",
            description = "Compare with a peer, by turns: ${COMPLETION-CANDIDATES}.")
    private Optional<Peer> peer = Optional.empty();

    @Option(
            names = "--forks",
            paramLabel = "N",
            description =
                    "Processes for each, one after the other (default: ${DEFAULT-VALUE}); 0 has all run in this one.")
    private int forks = 1;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "How many runs or pairs in each process (default: ${DEFAULT-VALUE}).")
    private int runs = LEAST_RUNS;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "How long each side runs beforehand (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds = 2;

    @Option(names = "--no-inline", description = "Let no send run on the sender's stack.")
    private boolean noInline;

    @Option(names = "--out", paramLabel = "DIR", description = "Write savina.json, savina.md and savina.svg there.")
    private Optional<Path> out = Optional.empty();

    private final Suite suite;

    SavinaCommand(Suite suite) {
        this.suite = suite;
    }

    @Override
    public Integer call() throws IOException {
        List<Benchmark> chosen = chosen();
        if (list) {
            chosen.forEach(benchmark -> console().println(TextTable.listed(benchmark, suite.twin(benchmark))));
            return 0;
        }
        require("--forks", forks, 0, MOST_FORKS);
        require("--runs", runs, 1, MOST_RUNS);
        require("--warm-up", warmUpSeconds, 0, MOST_WARM_UP_SECONDS);
        out.ifPresent(this::prepare);
        if (noInline) {
            System.setProperty(INLINE_PROPERTY, "off");
        }
        boolean inline = !"off".equals(System.getProperty(INLINE_PROPERTY));
        Environment environment = Environment.current(inline);
        if (!isJson()) {
            environment.lines().forEach(console()::println);
            console().println();
            console().println(TextTable.head());
        }
        List<Row> rows = new ArrayList<>();
        Terms terms = new Terms(peer.isPresent(), 0, runs, warmUpSeconds);
        boolean ended = forks == 0
                ? measureHere(chosen, terms, rows)
                : measureApart(chosen, terms, inline ? List.of() : List.of("-D" + INLINE_PROPERTY + "=off"), rows);
        Report report = new Report(environment, rows);
        if (isJson()) {
            console().println(JsonReport.of(report));
        } else {
            TextTable.foot(report, runs < LEAST_RUNS ? LEAST_RUNS : 0).forEach(console()::println);
        }
        if (out.isPresent()) {
            write(report, out.get());
        }
        return report.isRight() && ended ? 0 : 1;
    }

    private List<Benchmark> chosen() {
        try {
            return suite.only(only);
        } catch (IllegalArgumentException e) {
            throw wrongUse(String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether the run itself ended well: a selector that failed unseen shows when it is closed. */
    private boolean measureHere(List<Benchmark> chosen, Terms terms, List<Row> rows) {
        try (Contest contest = new Contest(terms)) {
            for (Benchmark benchmark : chosen) {
                add(contest.measure(benchmark, suite.twin(benchmark)).judged(benchmark), rows);
            }
            return true;
        } catch (RunFailedException e) {
            complaints().println("bench: Sojourn's run failed: " + e.getMessage());
            return false;
        }
    }

    /** Measures each in processes of its own; returns whether all ended well. */
    private boolean measureApart(List<Benchmark> chosen, Terms terms, List<String> properties, List<Row> rows)
            throws IOException {
        try {
            for (Benchmark benchmark : chosen) {
                boolean compares = terms.withPeer() && suite.twin(benchmark).isPresent();
                Terms own = new Terms(compares, 0, terms.runs(), terms.warmUpSeconds());
                Taken taken = Fork.measure(benchmark, own, properties);
                for (int i = 1; i < forks && taken.problem().isEmpty(); i++) {
                    taken = taken.and(Fork.measure(benchmark, own.withPeerThreads(taken.peerThreads()), properties));
                }
                add(taken.judged(benchmark), rows);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void add(Row row, List<Row> rows) {
        rows.add(row);
        progress().println(TextTable.line(row));
    }

    private static void write(Report report, Path directory) throws IOException {
        write(directory, "savina", JsonReport.of(report), MarkdownTable.of(report), BarChart.of(report));
    }
}
