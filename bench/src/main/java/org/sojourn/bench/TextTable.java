package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The report for a terminal: a line for each benchmark, as soon as it is measured. Times are in milliseconds. */
final class TextTable {
    private static final String NAME = "%-24s";
    private static final String TIMES = " %11.2f %9.2f %6.2f";
    private static final String NO_TIMES = " %11s %9s %6s".formatted("-", "-", "-");

    private TextTable() {}

    /** Returns a benchmark's description, for a list. */
    static String listed(Benchmark benchmark, Optional<Twin> twin) {
        return NAME.formatted(benchmark.name())
                + " %-12s %-46s %,11d messages  %s  checks %s"
                        .formatted(
                                benchmark.family().toString().toLowerCase(Locale.ROOT),
                                benchmark.parameters(),
                                benchmark.messages(),
                                twin.isPresent() ? "pekko" : "-    ",
                                benchmark.answer());
    }

    static String head() {
        return NAME.formatted("milliseconds")
                + " %11s %9s %6s".formatted("sojourn min", "median", "spread")
                + " %11s %9s %6s".formatted("pekko min", "median", "spread")
                + " %7s %8s %17s %8s  %s".formatted("threads", "ratio", "from-to", "rejected", "answer");
    }

    static String line(Row row) {
        String name = NAME.formatted(row.benchmark().name());
        if (row.measurement().isEmpty()) {
            return name + "  WRONG: " + row.problem();
        }
        Measurement measured = row.measurement().get();
        String threads = row.peerThreads() == 0 ? "-" : Integer.toString(row.peerThreads());
        return name
                + times(measured.sojourn())
                + measured.peer().map(TextTable::times).orElse(NO_TIMES)
                + " %7s".formatted(threads)
                + measured.ratio().map(TextTable::ratio).orElse(" %8s %17s".formatted("-", "-"))
                + " %8d  ok%s".formatted(measured.rejected(), measured.isVoid() ? ", void" : "");
    }

    /** Returns what follows the lines; {@code leastRuns} above 0 says that fewer were made. */
    static List<String> foot(Report report, int leastRuns) {
        List<String> lines = new ArrayList<>();
        report.geometricMean()
                .ifPresent(mean ->
                        lines.add("geometric mean of the ratios, those that are void left out: %.2f".formatted(mean)));
        if (leastRuns > 0) {
            lines.add("fewer than %d runs: a first look, no figure to be quoted".formatted(leastRuns));
        }
        return lines;
    }

    private static String times(Series series) {
        return TIMES.formatted(series.min(), series.median(), series.spread());
    }

    private static String ratio(Series ratio) {
        return " %8.2f %17s".formatted(ratio.median(), "%.2f-%.2f".formatted(ratio.min(), ratio.max()));
    }
}
