package org.sojourn.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sojourn.bench.messengers.Figure;

/**
 * How many times as fast as a sequential program others are, by how much is computed at each node: curves in SVG, upwards for faster, on a
 * logarithmic axis. Its colours are readable on a white ground and on a dark one.
 */
final class Curves {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 380;
    private static final int LEFT = 64;
    private static final int RIGHT = 190;
    private static final int TOP = 48;
    private static final int BOTTOM = 52;
    private static final int LEGEND_ROW = 20;
    private static final double[] TICKS = {0.0001, 0.001, 0.01, 0.1, 1, 10};
    private static final List<String> COLOURS = List.of("#3f83c8", "#3f9142", "#c2922e", "#c8553d");
    private static final String SELECTORS = "selectors";

    private static final String STYLE = """
        <style>
          text { font: 12px sans-serif; fill: #24292f }
          .title { font-size: 15px; font-weight: bold }
          .tick { fill: #6e7781; text-anchor: end }
          .grain { fill: #6e7781; text-anchor: middle }
          .grid { stroke: #8b949e; stroke-opacity: 0.3 }
          .one { stroke: #8b949e; stroke-width: 1.5 }
          @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .tick, .grain { fill: #9aa4ae } }
        </style>
        """;

    private final List<Integer> grains;
    private final Map<String, Map<Integer, Double>> curves;
    private final double least;
    private final double most;

    private Curves(List<Integer> grains, Map<String, Map<Integer, Double>> curves) {
        this.grains = grains;
        this.curves = curves;
        double lowest = values().min().orElse(1);
        double highest = values().max().orElse(1);
        double below = TICKS[0];
        double above = TICKS[TICKS.length - 1];
        for (double tick : TICKS) {
            below = tick <= lowest && tick < 1 ? tick : below;
        }
        for (int i = TICKS.length - 1; i >= 0; i--) {
            above = TICKS[i] >= highest && TICKS[i] > 1 ? TICKS[i] : above;
        }
        this.least = below;
        this.most = above;
    }

    private java.util.stream.DoubleStream values() {
        return curves.values().stream().flatMap(each -> each.values().stream()).mapToDouble(Double::doubleValue);
    }

    /** Draws a figure of those of its rows that were measured. */
    static String of(Figure figure, List<ExchangeRow> rows) {
        List<Integer> grains = figure.points().stream()
                .map(Figure.Point::grain)
                .distinct()
                .sorted()
                .toList();
        Map<String, Map<Integer, Double>> curves = new LinkedHashMap<>();
        for (Figure.Point point : figure.points()) {
            String places = point.places() == 1 ? ", 1 place" : ", %d places".formatted(point.places());
            Optional<ExchangeRow> row = rows.stream()
                    .filter(each ->
                            each.exchange().name().equals(point.exchange().name()) && !each.isWrong())
                    .findFirst();
            for (int i = 0; i < 2; i++) {
                Map<Integer, Double> curve =
                        curves.computeIfAbsent((i == 0 ? "messengers" : SELECTORS) + places, any -> new TreeMap<>());
                int side = i;
                row.ifPresent(measured -> curve.put(point.grain(), timesAsFast(measured, side == 1)));
            }
        }
        return new Curves(grains, curves).draw(figure.title());
    }

    private static double timesAsFast(ExchangeRow row, boolean isSelectors) {
        Measurement sequential = row.measurements().getFirst();
        if (!isSelectors) {
            return sequential.ratio().orElseThrow().median();
        }
        Measurement selectors = row.measurements().get(1);
        return sequential.peer().orElseThrow().median()
                / selectors.peer().orElseThrow().median();
    }

    private String draw(String title) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">"
                        .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT));
        String text = GroupedBars.escaped(title);
        lines.add("<title>" + text + "</title>");
        lines.add(STYLE.strip());
        lines.add("<text class=\"title\" x=\"16\" y=\"24\">" + text + "</text>");
        for (double tick : TICKS) {
            if (tick >= least && tick <= most) {
                lines.add("<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                        .formatted(tick == 1 ? "one" : "grid", LEFT, y(tick), WIDTH - RIGHT, y(tick)));
                lines.add("<text class=\"tick\" x=\"%d\" y=\"%.1f\">%s&#215;</text>"
                        .formatted(LEFT - 8, y(tick) + 4, tick < 1 ? Double.toString(tick) : "%.0f".formatted(tick)));
            }
        }
        for (int grain : grains) {
            lines.add("<text class=\"grain\" x=\"%.1f\" y=\"%d\">%,d</text>"
                    .formatted(x(grain), HEIGHT - BOTTOM + 18, grain));
        }
        lines.add("<text class=\"grain\" x=\"%.1f\" y=\"%d\">divisions at each node</text>"
                .formatted((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 38));
        int number = 0;
        for (Map.Entry<String, Map<Integer, Double>> curve : curves.entrySet()) {
            curve(lines, curve.getKey(), curve.getValue(), number++);
        }
        lines.add("</svg>");
        return String.join("\n", lines) + "\n";
    }

    private void curve(List<String> lines, String name, Map<Integer, Double> values, int number) {
        String colour = COLOURS.get(number % COLOURS.size());
        String dashes = name.startsWith(SELECTORS) ? " stroke-dasharray=\"5 3\"" : "";
        StringBuilder points = new StringBuilder();
        values.forEach((grain, value) -> {
            points.append("%.1f,%.1f ".formatted(x(grain), y(value)));
            lines.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"><title>%s, %,d: %.3f</title></circle>"
                    .formatted(x(grain), y(value), colour, name, grain, value));
        });
        lines.add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>"
                .formatted(points.toString().strip(), colour, dashes));
        int y = TOP + 8 + LEGEND_ROW * number;
        lines.add("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/>"
                .formatted(WIDTH - RIGHT + 12, y, WIDTH - RIGHT + 36, y, colour, dashes));
        lines.add("<text x=\"%d\" y=\"%d\">%s</text>".formatted(WIDTH - RIGHT + 42, y + 4, name));
    }

    /** Each grain is as far from the next as any other. */
    private double x(int grain) {
        double step = (double) (WIDTH - RIGHT - LEFT) / grains.size();
        return LEFT + (grains.indexOf(grain) + 0.5) * step;
    }

    private double y(double value) {
        double share = Math.log(Math.clamp(value, least, most) / least) / Math.log(most / least);
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }
}
