package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.remote.Exchange;

/** The rows of {@code bench remote} for a terminal, for a page and for a chart. */
final class RemoteTable {
    private static final String NAME = "%-16s %-11s";
    private static final String FIGURES = " %10.2f %10.2f %6.2f";

    private RemoteTable() {}

    /** Returns a row's description, for a list. */
    static String listed(Exchange exchange) {
        String peers = exchange.peers().isEmpty()
                ? "by itself"
                : "beside "
                        + String.join(
                                ", ",
                                exchange.peers().stream().map(Exchange.Peer::name).toList());
        return "%-16s %s; %s".formatted(exchange.name(), exchange.what(), peers);
    }

    static List<String> head() {
        return List.of((NAME + " %10s %10s %6s %10s %10s %6s %8s %15s %6s %8s  %s")
                .formatted(
                        "row",
                        "unit",
                        "sojourn min",
                        "median",
                        "spread",
                        "peer min",
                        "median",
                        "spread",
                        "ratio",
                        "from-to",
                        "goal",
                        "rejected",
                        "peer"));
    }

    /** Returns a line for each peer. */
    static List<String> lines(RemoteRow row) {
        Exchange exchange = row.exchange();
        String name = NAME.formatted(exchange.name(), exchange.unit());
        if (row.isWrong()) {
            return List.of(name + "  WRONG: " + row.problem());
        }
        if (exchange.peers().isEmpty()) {
            Measurement measured = row.measurements().getFirst();
            return List.of(name + figures(measured.sojourn()) + " %68d  -%s".formatted(measured.rejected(), ending(measured)));
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exchange.peers().size(); i++) {
            Exchange.Peer peer = exchange.peers().get(i);
            Measurement measured = row.measurements().get(i);
            Series ratio = measured.ratio().orElseThrow();
            lines.add(name
                    + figures(measured.sojourn())
                    + figures(measured.peer().orElseThrow())
                    + " %8.2f %15s %6.2f %8d  %s%s"
                            .formatted(
                                    ratio.median(),
                                    "%.2f-%.2f".formatted(ratio.min(), ratio.max()),
                                    peer.goal(),
                                    measured.rejected(),
                                    peer.name(),
                                    ending(measured)));
        }
        return lines;
    }

    static List<String> foot() {
        return List.of("A ratio is the peer's figure by Sojourn's, by turns: above 1, Sojourn takes less.");
    }

    private static String figures(Series series) {
        return FIGURES.formatted(series.min(), series.median(), series.spread());
    }

    private static String ending(Measurement measured) {
        return measured.isVoid() ? ", void" : "";
    }

    /** Returns all of it as a page of Markdown. */
    static String page(Environment environment, List<RemoteRow> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("# Between two JVMs");
        lines.add("");
        lines.add("Written by `./sojourn bench remote --vs artery`. A ratio is the peer's figure by Sojourn's, by turns: "
                + "above 1, Sojourn takes less.");
        lines.add("");
        environment.machine().forEach(line -> lines.add("    " + line));
        lines.add("");
        lines.add("| row | what | unit | Sojourn (spread) | peer | its figure (spread) | ratio (from - to) | goal | rejected |");
        lines.add("|---|---|---|--:|---|--:|--:|--:|--:|");
        rows.forEach(row -> lines.addAll(marked(row)));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> marked(RemoteRow row) {
        Exchange exchange = row.exchange();
        String start = "| %s | %s | %s |".formatted(exchange.name(), exchange.what(), exchange.unit());
        if (row.isWrong()) {
            return List.of(start + " wrong | | | | | |");
        }
        if (exchange.peers().isEmpty()) {
            return List.of(start
                    + " %s | | | | | %d%s |"
                            .formatted(
                                    median(row.sojourn()),
                                    row.measurements().getFirst().rejected(),
                                    ending(row.measurements().getFirst())));
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exchange.peers().size(); i++) {
            Measurement measured = row.measurements().get(i);
            Series ratio = measured.ratio().orElseThrow();
            lines.add(start
                    + " %s | %s | %s | **%.2f** (%.2f - %.2f) | %.2f | %d%s |"
                            .formatted(
                                    median(measured.sojourn()),
                                    exchange.peers().get(i).name(),
                                    median(measured.peer().orElseThrow()),
                                    ratio.median(),
                                    ratio.min(),
                                    ratio.max(),
                                    exchange.peers().get(i).goal(),
                                    measured.rejected(),
                                    ending(measured)));
        }
        return lines;
    }

    private static String median(Series series) {
        return "%.2f (%.2f)".formatted(series.median(), series.spread());
    }

    /** Returns the ratios as a chart. */
    static String chart(List<RemoteRow> rows) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (RemoteRow row : rows) {
            for (int i = 0; i < row.measurements().size(); i++) {
                Measurement measured = row.measurements().get(i);
                int peer = i;
                measured.ratio()
                        .ifPresent(ratio -> bars.add(new BarChart.Bar(
                                row.exchange().name() + ", "
                                        + row.exchange().peers().get(peer).name(),
                                ratio,
                                measured.isVoid())));
            }
        }
        return BarChart.of("The peer's time by Sojourn's, between two JVMs", bars);
    }
}
