package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report as a page of Markdown. */
final class MarkdownTable {
    private MarkdownTable() {}

    static String of(Report report) {
        List<String> lines = new ArrayList<>();
        lines.add("# The Savina suite");
        lines.add("");
        lines.add("Written by `./sojourn bench savina`. A ratio is Pekko's time by Sojourn's, run by turns: above 1, "
                + "Sojourn is the faster.");
        lines.add("");
        report.environment().lines().forEach(line -> lines.add("    " + line));
        lines.add("");
        lines.add("| benchmark | parameters | messages | Sojourn ms (spread) | Pekko ms (spread) | threads | ratio "
                + "(from - to) | rejected |");
        lines.add("|---|---|--:|--:|--:|--:|--:|--:|");
        report.rows().forEach(row -> lines.add(line(row)));
        report.geometricMean().ifPresent(mean -> {
            lines.add("");
            lines.add("Geometric mean of the ratios, those that are void left out: **%.2f**".formatted(mean));
        });
        return String.join("\n", lines) + "\n";
    }

    private static String line(Row row) {
        Benchmark benchmark = row.benchmark();
        String start = "| %s | %s | %,d |".formatted(benchmark.name(), benchmark.parameters(), benchmark.messages());
        if (row.measurement().isEmpty()) {
            return start + " wrong | | | | |";
        }
        Measurement measured = row.measurement().get();
        return start
                + " %s | %s | %s | %s | %d%s |"
                        .formatted(
                                times(measured.sojourn()),
                                measured.peer().map(MarkdownTable::times).orElse(""),
                                row.peerThreads() == 0 ? "" : Integer.toString(row.peerThreads()),
                                ratio(measured.ratio()),
                                measured.rejected(),
                                measured.isVoid() ? ", void" : "");
    }

    private static String times(Series series) {
        return "%.2f (%.2f)".formatted(series.median(), series.spread());
    }

    private static String ratio(Optional<Series> ratio) {
        return ratio.map(r -> "**%.2f** (%.2f - %.2f)".formatted(r.median(), r.min(), r.max()))
                .orElse("");
    }
}
