package org.sojourn.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench local}. */
@Command(
        name = "local",
        mixinStandardHelpOptions = true,
        description = "Measures messages, creations and requests in nanoseconds, with JMH, and floors beside them.%n",
        footer = {"", "Exit status: 0 all did what they say, 1 one didn't or failed, 2 wrong use."})
final class LocalCommand extends BenchCommand {
    private static final int MOST_FORKS = 100;
    private static final int MOST_ITERATIONS = 1_000;
    private static final int MOST_MILLIS = 60_000;

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
            names = "--forks",
            paramLabel = "N",
            description = "Processes for each, one after the other (default: ${DEFAULT-VALUE}); 0 is this one.")
    private int forks = 2;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Measured iterations in each process (default: ${DEFAULT-VALUE}).")
    private int iterations = 5;

    @Option(
            names = "--millis",
            paramLabel = "MS",
            description = "How long an iteration takes (default: ${DEFAULT-VALUE}).")
    private int millis = 400;

    @Override
    public Integer call() throws IOException {
        List<LocalBenchmark> chosen = chosen();
        if (list) {
            chosen.forEach(benchmark -> console().println(LocalRow.listed(benchmark)));
            return 0;
        }
        require("--forks", forks, 0, MOST_FORKS);
        require("--iterations", iterations, 1, MOST_ITERATIONS);
        require("--millis", millis, 1, MOST_MILLIS);
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println("threads  Sojourn 1 worker, beside the thread of JMH");
            console().println();
        }
        progress().println(LocalRow.head());
        List<LocalRow> rows = new ArrayList<>();
        JmhRun run = new JmhRun(forks, iterations, millis);
        for (LocalBenchmark benchmark : chosen) {
            LocalRow row = run.measure(benchmark);
            rows.add(row);
            progress().println(row.line());
        }
        if (isJson()) {
            Map<String, Object> members = environment.members();
            members.put("forks", forks);
            members.put("benchmarks", LocalRow.members(rows));
            console().println(JsonText.of(members));
        }
        return rows.stream().allMatch(LocalRow::isRight) ? 0 : 1;
    }

    private List<LocalBenchmark> chosen() {
        try {
            return LocalBenchmark.only(only);
        } catch (IllegalArgumentException e) {
            throw wrongUse(String.valueOf(e.getMessage()));
        }
    }
}
