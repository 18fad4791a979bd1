package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.remote.Exchange;

/**
 * Measured rows for a terminal, for a page and for a chart.
 *
 * @param name the command's
 * @param title the page's
 */
record RowTable(String name, String title) {
    /** With fewer the figures are a first look. */
    static final int LEAST_TURNS = 10;

    private static final String ROW = "%-21s";
    private static final String NAME = ROW + " %-11s";
    private static final String SAYS =
            "A ratio is the peer's figure by Sojourn's, by turns: above 1, Sojourn takes less.";
    private static final String FIGURES = " %11s %10s %6.2f";

    /** Below this two decimals say too little. */
    private static final double SMALL = 0.095;

    /** Returns a row's description, for a list. */
    String listed(Exchange exchange) {
        String peers = exchange.peers().isEmpty()
                ? "by itself"
                : "beside "
                        + String.join(
                                ", ",
                                exchange.peers().stream()
                                        .map(Exchange.Peer::name)
                                        .toList());
        return (ROW + " %s; %s").formatted(exchange.name(), exchange.what(), peers);
    }

    String head() {
        return (NAME + " %11s %10s %6s %10s %10s %6s %8s %15s %6s %8s  %s")
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
                        "peer");
    }

    /** Returns a line for each peer. */
    List<String> lines(ExchangeRow row) {
        Exchange exchange = row.exchange();
        String name = NAME.formatted(exchange.name(), exchange.unit());
        if (row.isWrong()) {
            return List.of(name + "  WRONG: " + row.problem());
        }
        if (exchange.peers().isEmpty()) {
            Measurement measured = row.measurements().getFirst();
            return List.of(
                    name + figures(measured.sojourn()) + " %68d  -%s".formatted(measured.rejected(), ending(measured)));
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exchange.peers().size(); i++) {
            Exchange.Peer peer = exchange.peers().get(i);
            Measurement measured = row.measurements().get(i);
            Series ratio = measured.ratio().orElseThrow();
            lines.add(name
                    + figures(measured.sojourn())
                    + figures(measured.peer().orElseThrow())
                    + " %8s %15s %6s %8d  %s%s"
                            .formatted(
                                    shown(ratio.median()),
                                    shown(ratio.min()) + "-" + shown(ratio.max()),
                                    goal(peer),
                                    measured.rejected(),
                                    peer.name(),
                                    ending(measured)));
        }
        return lines;
    }

    List<String> foot(int turns) {
        List<String> lines = new ArrayList<>(List.of(SAYS));
        if (turns < LEAST_TURNS) {
            lines.add("fewer than %d turns: a first look, no figure to be quoted".formatted(LEAST_TURNS));
        }
        return lines;
    }

    private static String goal(Exchange.Peer peer) {
        return peer.goal() == 0 ? "-" : "%.2f".formatted(peer.goal());
    }

    private static String figures(Series series) {
        return FIGURES.formatted(shown(series.min()), shown(series.median()), series.spread());
    }

    private static String shown(double value) {
        return (value < SMALL ? "%.4f" : "%.2f").formatted(value);
    }

    private static String ending(Measurement measured) {
        return measured.isVoid() ? ", void" : "";
    }

    /** Returns all of it as a page of Markdown. */
    String page(Environment environment, List<ExchangeRow> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title);
        lines.add("");
        lines.add("Written by `./sojourn bench " + name + "`. " + SAYS);
        lines.add("");
        environment.machine().forEach(line -> lines.add("    " + line));
        lines.add("");
        lines.add("| row | what | unit | Sojourn (spread) | peer | its figure (spread) | ratio (from - to) | goal |"
                + " rejected |");
        lines.add("|---|---|---|--:|---|--:|--:|--:|--:|");
        rows.forEach(row -> lines.addAll(marked(row)));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> marked(ExchangeRow row) {
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
                    + " %s | %s | %s | **%s** (%s - %s) | %s | %d%s |"
                            .formatted(
                                    median(measured.sojourn()),
                                    exchange.peers().get(i).name(),
                                    median(measured.peer().orElseThrow()),
                                    shown(ratio.median()),
                                    shown(ratio.min()),
                                    shown(ratio.max()),
                                    goal(exchange.peers().get(i)),
                                    measured.rejected(),
                                    ending(measured)));
        }
        return lines;
    }

    private static String median(Series series) {
        return "%s (%.2f)".formatted(shown(series.median()), series.spread());
    }

    /** Returns the ratios as a chart. */
    String chart(List<ExchangeRow> rows) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (ExchangeRow row : rows) {
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
        return BarChart.of(title + ": the peer's time by Sojourn's", bars);
    }
}
