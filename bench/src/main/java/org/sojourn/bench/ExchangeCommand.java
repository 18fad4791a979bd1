package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.host.RunFailedException;
import picocli.CommandLine.Option;

/** A command that measures rows, all sides of a row in turn. */
abstract class ExchangeCommand extends BenchCommand {
    private static final int MOST_TURNS = 1_000;
    private static final int MOST_WARM_UP_MILLIS = 60_000;

    @Option(names = "--list", description = "List the rows, and run nothing.")
    private boolean list;

    @Option(
            names = "--only",
            split = COMMAS,
            splitSynopsisLabel = ",",
            paramLabel = "ROW",
            description = "Measure only these; an end of * takes all that begin so.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            description = "How long each side of a row runs beforehand (default: ${DEFAULT-VALUE}).")
    private int warmUpMillis = 2_000;

    @Option(
            names = "--turns",
            paramLabel = "N",
            description = "How often each side of a row is measured (default: ${DEFAULT-VALUE}).")
    private int turns = RowTable.LEAST_TURNS;

    @Option(names = "--out", paramLabel = "DIR", description = "Write the result there as JSON, Markdown and SVG.")
    private Optional<Path> out = Optional.empty();

    /** Measures rows, and ends what it has started for them. */
    final int measure(RowTable table, List<Exchange> all, Runnable end) throws IOException {
        require("--warm-up", warmUpMillis, 0, MOST_WARM_UP_MILLIS);
        require("--turns", turns, 1, MOST_TURNS);
        List<Exchange> chosen = chosen(all);
        if (list) {
            chosen.forEach(exchange -> console().println(table.listed(exchange)));
            return 0;
        }
        out.ifPresent(this::prepare);
        Environment environment = Environment.current(true);
        if (!isJson()) {
            environment.machine().forEach(console()::println);
            console().println();
        }
        progress().println(table.head());
        List<ExchangeRow> rows = new ArrayList<>();
        boolean ended = measureAll(table, end, chosen, rows);
        Map<String, Object> members = environment.members();
        members.put("turns", turns);
        members.put("rows", rows.stream().map(ExchangeRow::members).toList());
        String json = JsonText.of(members);
        if (isJson()) {
            console().println(json);
        } else {
            table.foot(turns).forEach(console()::println);
        }
        if (out.isPresent()) {
            write(out.get(), table.name(), json, table.page(environment, rows));
            draw(out.get(), table, rows);
        }
        return ended && rows.stream().noneMatch(ExchangeRow::isWrong) ? 0 : 1;
    }

    /** Writes charts of the rows. */
    void draw(Path directory, RowTable table, List<ExchangeRow> rows) throws IOException {
        Files.writeString(directory.resolve(table.name() + ".svg"), table.chart(rows));
    }

    private List<Exchange> chosen(List<Exchange> all) {
        for (String wanted : only) {
            if (all.stream().noneMatch(exchange -> isMeant(wanted, exchange))) {
                throw wrongUse("there is no row named '" + wanted + "'; there are "
                        + all.stream().map(Exchange::name).collect(Collectors.joining(", ")));
            }
        }
        return all.stream()
                .filter(exchange -> only.isEmpty() || only.stream().anyMatch(wanted -> isMeant(wanted, exchange)))
                .toList();
    }

    private static boolean isMeant(String wanted, Exchange exchange) {
        return wanted.endsWith("*")
                ? exchange.name().startsWith(wanted.substring(0, wanted.length() - 1))
                : exchange.name().equals(wanted);
    }

    /** Returns whether what was started for the rows ended well. */
    private boolean measureAll(RowTable table, Runnable end, List<Exchange> chosen, List<ExchangeRow> rows) {
        boolean ended;
        try {
            for (Exchange exchange : chosen) {
                ExchangeRow row = ExchangeRow.measure(exchange, Duration.ofMillis(warmUpMillis), turns);
                rows.add(row);
                table.lines(row).forEach(progress()::println);
            }
        } finally {
            ended = ends(end);
        }
        return ended;
    }

    private boolean ends(Runnable end) {
        try {
            end.run();
            return true;
        } catch (RunFailedException e) {
            complaints().println("bench: Sojourn's run failed: " + e.getMessage());
            return false;
        }
    }
}
