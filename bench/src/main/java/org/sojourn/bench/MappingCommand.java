package org.sojourn.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.sojourn.mapping.Mapping;
import org.sojourn.mapping.report.MappingReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench mapping}. */
@Command(
        name = "mapping",
        mixinStandardHelpOptions = true,
        description = "Runs fifteen programs under each execution policy and under those that the mapping advises.%n",
        footer = {"", "Exit status: 0 all answers right, 1 an answer was wrong or a program failed, 2 wrong use."})
final class MappingCommand extends BenchCommand {
    private static final int ROUNDS = 10;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_WARM_UP_SECONDS = 3_600;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Whom Sojourn can be compared with. */
    private enum Peer {
        PEKKO
    }

    @Option(names = "--list", description = "List the programs and what is advised for them, and run nothing.")
    private boolean list;

    @Option(
            names = "--only",
            split = COMMAS,
            splitSynopsisLabel = ",",
            paramLabel = "NAME",
            description = "Run only these.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--policies",
            split = COMMAS,
            splitSynopsisLabel = ",",
            paramLabel = "POLICY",
            description =
                    "Run them only so, and as advised; there are thread, round-robin, random, work-stealing, virtual,"
                            + " task, live, ours, ours-no-inline, ours-half, ours-swapped, ours-plain, plain-swapped.")
    private List<String> policies = new ArrayList<>();

    @Option(
            names = "--vs",
            paramLabel = "PEER",
            description = "Run also the programs' twins for a peer, under its own policies and those advised:"
                    + " ${COMPLETION-CANDIDATES}.")
    private Optional<Peer> peer = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each way is measured (default: ${DEFAULT-VALUE}).")
    private int rounds = ROUNDS;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "How long each way runs beforehand (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds = 2;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write mapping.json, mapping.md, mapping.svg and mapping.html there.")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() throws IOException {
        List<CorpusProgram> chosen = chosen();
        require("--rounds", rounds, 1, MOST_ROUNDS);
        require("--warm-up", warmUpSeconds, 0, MOST_WARM_UP_SECONDS);
        policies.forEach(this::check);
        out.ifPresent(this::prepare);
        long start = System.nanoTime();
        MappingReport mapping = analyse(chosen);
        double analysisMillis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        if (list) {
            chosen.forEach(program -> listed(program, mapping).forEach(console()::println));
            return 0;
        }
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
        }
        PolicyContest contest = new PolicyContest(rounds, Duration.ofSeconds(warmUpSeconds));
        List<ProgramRun> programs = sojourn(chosen, mapping, contest);
        List<ProgramRun> pekko = peer.isPresent() ? pekko(chosen, mapping, contest) : List.of();
        PolicyReport report = new PolicyReport(environment, rounds, analysisMillis, programs, pekko);
        if (isJson()) {
            console().println(PolicyJson.of(report));
        } else {
            PolicyTables.foot(report).forEach(console()::println);
        }
        if (out.isPresent()) {
            write(
                    out.get(),
                    "mapping",
                    PolicyJson.of(report),
                    PolicyTables.page(report),
                    new PolicyFigures(report).runTime().svg());
            Files.writeString(out.get().resolve("mapping.html"), PolicyPage.of(report));
        }
        return report.isRight() ? 0 : 1;
    }

    private List<CorpusProgram> chosen() {
        try {
            return Corpora.only(only);
        } catch (IllegalArgumentException e) {
            throw wrongUse(String.valueOf(e.getMessage()));
        }
    }

    private void check(String policy) {
        if (!PolicySide.NAMES.contains(policy)) {
            throw wrongUse(
                    "there is no policy named '" + policy + "'; there are " + String.join(", ", PolicySide.NAMES));
        }
    }

    /** Analyses all classes of the jars and folders that the programs came from. */
    private static MappingReport analyse(List<CorpusProgram> programs) {
        TreeSet<Path> from = new TreeSet<>();
        for (CorpusProgram program : programs) {
            from.add(origin(program.benchmark().getClass()));
            program.counterpart().ifPresent(twin -> from.add(origin(twin.twin().getClass())));
        }
        return Mapping.of(List.copyOf(from), List.of());
    }

    private static Path origin(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("where " + type.getName() + " is loaded from is no path", e);
        }
    }

    private static PolicyAdvice advice(CorpusProgram program, MappingReport mapping) {
        return PolicyAdvice.of(mapping.kinds(), program.classes());
    }

    private static List<String> listed(CorpusProgram program, MappingReport mapping) {
        List<String> lines = new ArrayList<>();
        lines.add("%-22s %s; %s; checks %s"
                .formatted(
                        program.name(),
                        program.source(),
                        program.benchmark().parameters(),
                        program.benchmark().answer()));
        for (PolicyAdvice.Kind kind : advice(program, mapping).kinds()) {
            lines.add("    %-18s %-8s %s: %s".formatted(kind.shown(), kind.policy(), kind.rule(), kind.because()));
        }
        return lines;
    }

    private boolean isWanted(String side) {
        return policies.isEmpty() || side.equals(PolicySide.OURS) || policies.contains(side);
    }

    private List<ProgramRun> sojourn(List<CorpusProgram> chosen, MappingReport mapping, PolicyContest contest) {
        List<String> shown = PolicySide.NAMES.stream().filter(this::isWanted).toList();
        progress().println();
        progress().println(PolicyTables.head(shown));
        List<ProgramRun> runs = new ArrayList<>();
        for (CorpusProgram program : chosen) {
            PolicyAdvice advice = advice(program, mapping);
            List<PolicySide> sides = PolicySide.of(
                            program, advice, Runtime.getRuntime().availableProcessors())
                    .stream()
                    .filter(side -> isWanted(side.name()))
                    .toList();
            ProgramRun run = contest.measure(program, advice, sides);
            runs.add(run);
            progress().println(PolicyTables.line(run, shown));
        }
        return runs;
    }

    private List<ProgramRun> pekko(List<CorpusProgram> chosen, MappingReport mapping, PolicyContest contest)
            throws IOException {
        Path generated = Files.createTempFile("sojourn-bench", ".conf");
        try {
            Files.writeString(generated, mapping.pekko());
            List<String> shown = new ArrayList<>(PolicySide.PEKKO_DEFAULTS);
            shown.add(PolicySide.GENERATED);
            progress().println();
            progress().println(PolicyTables.head(shown));
            List<ProgramRun> runs = new ArrayList<>();
            for (CorpusProgram program : chosen) {
                if (program.counterpart().isPresent()) {
                    PolicyAdvice advice = PolicyAdvice.of(
                            mapping.kinds(), program.counterpart().get().classes());
                    ProgramRun run = contest.measure(program, advice, PolicySide.pekko(generated.toString(), advice));
                    runs.add(run);
                    progress().println(PolicyTables.line(run, shown));
                }
            }
            return runs;
        } finally {
            Files.delete(generated);
        }
    }
}
