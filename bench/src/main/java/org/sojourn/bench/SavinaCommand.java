package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sojourn.host.Config;
import org.sojourn.host.RunFailedException;
import org.sojourn.host.Sojourn;
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
    private static final String INLINE_PROPERTY = "sojourn.inline";

    /** Whom Sojourn can be compared with. */
    private enum Peer {
        PEKKO
    }

    @Option(names = "--list", description = "List the benchmarks, and run nothing.")
    private boolean list;

    @Option(names = "--only", split = ",", paramLabel = "NAME", description = "Run only these.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--vs",
            paramLabel = "PEER",
            description = "Compare with a peer, by turns: ${COMPLETION-CANDIDATES}.")
    private Optional<Peer> peer = Optional.empty();

    @Option(names = "--runs", paramLabel = "N", description = "How many runs or pairs (default: ${DEFAULT-VALUE}).")
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
        require("--runs", runs, 1, MOST_RUNS);
        require("--warm-up", warmUpSeconds, 0, MOST_WARM_UP_SECONDS);
        out.ifPresent(this::prepare);
        if (noInline) {
            System.setProperty(INLINE_PROPERTY, "off");
        }
        Environment environment = Environment.current(!"off".equals(System.getProperty(INLINE_PROPERTY)));
        if (!isJson()) {
            environment.lines().forEach(console()::println);
            console().println();
            console().println(TextTable.head());
        }
        List<Row> rows = new ArrayList<>();
        boolean ended = measureAll(chosen, rows);
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
    private boolean measureAll(List<Benchmark> chosen, List<Row> rows) {
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            Optional<PekkoSide> pekko = peer.map(chosenPeer -> new PekkoSide());
            try {
                Contest contest = new Contest(sojourn, pekko, runs, Duration.ofSeconds(warmUpSeconds));
                for (Benchmark benchmark : chosen) {
                    Row row = contest.measure(benchmark, suite.twin(benchmark));
                    rows.add(row);
                    progress().println(TextTable.line(row));
                }
            } finally {
                pekko.ifPresent(PekkoSide::close);
            }
            return true;
        } catch (RunFailedException e) {
            complaints().println("bench: Sojourn's run failed: " + e.getMessage());
            return false;
        }
    }

    private static void write(Report report, Path directory) throws IOException {
        write(directory, "savina", JsonReport.of(report), MarkdownTable.of(report), BarChart.of(report));
    }
}
