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
    private static final int MOST_SECONDS = 600;
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

    @Option(
            names = "--profile",
            description = "Say where the time goes: what is the programs' own work, and what is the runtime's.")
    private boolean profile;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "With --profile: how long the iterations of each side take in all (default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write savina.json, savina.md and savina.svg there; with --profile, profile.json and profile.md.")
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
        require("--seconds", seconds, 1, MOST_SECONDS);
        requireOneKind();
        out.ifPresent(this::prepare);
        if (noInline) {
            System.setProperty(INLINE_PROPERTY, "off");
        }
        boolean inline = !"off".equals(System.getProperty(INLINE_PROPERTY));
        List<String> properties = inline ? List.of() : List.of("-D" + INLINE_PROPERTY + "=off");
        Environment environment = Environment.current(inline);
        if (!isJson()) {
            environment.lines().forEach(console()::println);
            console().println();
        }
        return (profile ? profiled(chosen, environment, properties) : measured(chosen, environment, properties))
                ? 0
                : 1;
    }

    /** Options that would be of no effect are refused. */
    private void requireOneKind() {
        if (!profile) {
            refuse("--seconds", "only --profile runs for so many seconds; without it, there is --runs");
            return;
        }
        refuse("--runs", "--profile runs for --seconds, however many runs these are");
        if (forks > 1) {
            throw wrongUse("--forks " + forks + ": --profile has one process for each program");
        }
        if (!Profiler.isPossible()) {
            throw wrongUse("--profile: the JDK samples processor time on Linux only");
        }
    }

    private void refuse(String option, String why) {
        if (isGiven(option)) {
            throw wrongUse(option + ": " + why);
        }
    }

    /** Returns whether all answers were right and all ended well. */
    private boolean measured(List<Benchmark> chosen, Environment environment, List<String> properties)
            throws IOException {
        if (!isJson()) {
            console().println(TextTable.head());
        }
        List<Row> rows = new ArrayList<>();
        Terms terms = new Terms(peer.isPresent(), 0, runs, warmUpSeconds, 0);
        boolean ended = run(
                chosen,
                terms,
                (contest, benchmark) ->
                        add(contest.measure(benchmark, suite.twin(benchmark)).judged(benchmark), rows),
                (benchmark, own) -> add(taken(benchmark, own, properties).judged(benchmark), rows));
        Report report = new Report(environment, rows);
        if (isJson()) {
            console().println(JsonReport.of(report));
        } else {
            TextTable.foot(report, runs < LEAST_RUNS ? LEAST_RUNS : 0).forEach(console()::println);
        }
        if (out.isPresent()) {
            write(report, out.get());
        }
        return report.isRight() && ended;
    }

    /** As {@link #measured}, where each program's time goes. */
    private boolean profiled(List<Benchmark> chosen, Environment environment, List<String> properties)
            throws IOException {
        progress().println(ProfileReport.head());
        Terms terms = new Terms(peer.isPresent(), 0, runs, warmUpSeconds, seconds);
        ProfileReport report = new ProfileReport(environment, new ArrayList<>());
        boolean ended = run(
                chosen,
                terms,
                (contest, benchmark) -> add(contest.profile(benchmark, suite.twin(benchmark)), report),
                (benchmark, own) -> add(Fork.profile(benchmark, own, properties), report));
        String json = report.json(seconds);
        if (isJson()) {
            console().println(json);
        } else {
            ProfileReport.foot().forEach(console()::println);
        }
        if (out.isPresent()) {
            write(out.get(), "profile", json, report.page());
        }
        return report.isRight() && ended;
    }

    private List<Benchmark> chosen() {
        try {
            return suite.only(only);
        } catch (IllegalArgumentException e) {
            throw wrongUse(String.valueOf(e.getMessage()));
        }
    }

    /** What is done with a benchmark in this process. */
    private interface Here {
        void run(Contest contest, Benchmark benchmark);
    }

    /** What is done with a benchmark in processes of its own. */
    private interface Apart {
        void run(Benchmark benchmark, Terms terms) throws IOException, InterruptedException;
    }

    /** Returns whether all ended well: in this process, a selector that failed unseen shows when the run is closed. */
    private boolean run(List<Benchmark> chosen, Terms terms, Here here, Apart apart) throws IOException {
        if (forks == 0) {
            try (Contest contest = new Contest(terms)) {
                chosen.forEach(benchmark -> here.run(contest, benchmark));
                return true;
            } catch (RunFailedException e) {
                complaints().println("bench: Sojourn's run failed: " + e.getMessage());
                return false;
            }
        }
        try {
            for (Benchmark benchmark : chosen) {
                apart.run(
                        benchmark,
                        terms.withPeer(terms.withPeer() && suite.twin(benchmark).isPresent()));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Taken taken(Benchmark benchmark, Terms terms, List<String> properties)
            throws IOException, InterruptedException {
        Taken taken = Fork.measure(benchmark, terms, properties);
        for (int i = 1; i < forks && taken.problem().isEmpty(); i++) {
            taken = taken.and(Fork.measure(benchmark, terms.withPeerThreads(taken.peerThreads()), properties));
        }
        return taken;
    }

    private void add(Row row, List<Row> rows) {
        rows.add(row);
        progress().println(TextTable.line(row));
    }

    private void add(ProgramProfile program, ProfileReport report) {
        report.programs().add(program);
        report.lines(program).forEach(progress()::println);
    }

    private static void write(Report report, Path directory) throws IOException {
        write(directory, "savina", JsonReport.of(report), MarkdownTable.of(report), BarChart.of(report));
    }
}
