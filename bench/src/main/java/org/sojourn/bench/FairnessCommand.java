package org.sojourn.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.fairness.Contention;
import org.sojourn.host.RunFailedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench fairness}. */
@Command(
        name = "fairness",
        mixinStandardHelpOptions = true,
        description = "Measures how long messages of one kind wait while handlers of another kind take long.%n",
        footer = {"", "Exit status: 0 measured, 1 something failed, 2 wrong use."})
final class FairnessCommand extends BenchCommand {
    private static final int MOST_RATE = 100_000;
    private static final int MOST_MILLIS = 1_000_000;
    private static final int MOST_HANDLER_MILLIS = 10_000;

    /** Workers, and selectors of the slow kind; without any of these it shows what the machine does by itself. */
    private static final int[][] SETTINGS = {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}};

    @Option(
            names = "--handler",
            paramLabel = "MS",
            description = "How long a handler of the slow kind takes (default: ${DEFAULT-VALUE}).")
    private int handlerMillis = 50;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Messages that the other kind gets in a second (default: ${DEFAULT-VALUE}).")
    private int rate = 1_000;

    @Option(
            names = "--millis",
            paramLabel = "MS",
            description = "How long each setting is run (default: ${DEFAULT-VALUE}).")
    private int millis = 10_000;

    @Override
    public Integer call() {
        require("--handler", handlerMillis, 1, MOST_HANDLER_MILLIS);
        require("--rate", rate, 1, MOST_RATE);
        require("--millis", millis, 1, MOST_MILLIS);
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println();
        }
        FairnessRow.head(handlerMillis, rate).forEach(progress()::println);
        List<FairnessRow> rows = new ArrayList<>();
        try {
            for (int[] setting : SETTINGS) {
                Contention contention = new Contention(
                        setting[0], setting[1], Duration.ofMillis(handlerMillis), rate, Duration.ofMillis(millis));
                FairnessRow row = new FairnessRow(contention, contention.run());
                rows.add(row);
                progress().println(row.line());
            }
        } catch (RunFailedException | IllegalStateException e) {
            complaints().println("bench: the run failed: " + e.getMessage());
            return 1;
        }
        FairnessRow.foot(handlerMillis).forEach(progress()::println);
        if (isJson()) {
            Map<String, Object> members = environment.members();
            members.put("handlerMillis", handlerMillis);
            members.put("messagesPerSecond", rate);
            members.put("millis", millis);
            members.put("rows", rows.stream().map(FairnessRow::members).toList());
            console().println(JsonText.of(members));
        }
        return 0;
    }
}
