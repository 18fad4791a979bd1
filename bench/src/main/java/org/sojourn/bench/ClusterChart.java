package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of {@code bench cluster} in SVG: the mean over more and more places with its deviation, and the best; and what it would be if more
 * places cost nothing but their shares.
 */
final class ClusterChart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 340;
    private static final int LEFT = 72;
    private static final int RIGHT = 20;
    private static final int TOP = 56;
    private static final int BOTTOM = 48;
    private static final int WHISKER = 5;

    private static final String STYLE = """
        <style>
          text { font: 12px sans-serif; fill: #24292f }
          .title { font-size: 15px; font-weight: bold }
          .tick { fill: #6e7781; text-anchor: end }
          .places { fill: #6e7781; text-anchor: middle }
          .grid { stroke: #8b949e; stroke-opacity: 0.3 }
          @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .tick, .places { fill: #9aa4ae } }
        </style>
        """;

    private static final String MEAN = "#3f83c8";
    private static final String BEST = "#3f9142";
    private static final String IDEAL = "#8b949e";

    private final List<ClusterRow> rows;
    private final double step;
    private final double most;

    private ClusterChart(List<ClusterRow> rows) {
        this.rows = rows;
        double greatest = rows.stream()
                .mapToDouble(row -> row.millis().mean() + row.millis().deviation())
                .max()
                .orElse(1);
        this.step = GroupedBars.step(greatest);
        this.most = Math.max(1, Math.ceil(greatest / step - 1e-9)) * step;
    }

    /** Draws those rows that were measured. */
    static String of(String title, List<ClusterRow> rows) {
        return new ClusterChart(
                        rows.stream().filter(row -> !row.trial().isWrong()).toList())
                .draw(title);
    }

    private String draw(String title) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\">"
                        .formatted(WIDTH, HEIGHT));
        String text = GroupedBars.escaped(title);
        lines.add("<title>" + text + "</title>");
        lines.add(STYLE.strip());
        lines.add("<text class=\"title\" x=\"16\" y=\"24\">" + text + "</text>");
        lines.add("<text x=\"16\" y=\"42\" style=\"fill: %s\">mean, and deviation</text>".formatted(MEAN));
        lines.add("<text x=\"150\" y=\"42\" style=\"fill: %s\">best</text>".formatted(BEST));
        lines.add("<text x=\"195\" y=\"42\" style=\"fill: %s\">if more places cost nothing</text>".formatted(IDEAL));
        for (double value = 0; value < most + step / 2; value += step) {
            lines.add("<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                    .formatted(LEFT, y(value), WIDTH - RIGHT, y(value)));
            lines.add("<text class=\"tick\" x=\"%d\" y=\"%.1f\">%,.0f ms</text>"
                    .formatted(LEFT - 8, y(value) + 4, value));
        }
        for (int i = 0; i < rows.size(); i++) {
            Series millis = rows.get(i).millis();
            lines.add("<text class=\"places\" x=\"%.1f\" y=\"%d\">%s</text>"
                    .formatted(x(i), HEIGHT - BOTTOM + 18, rows.get(i).trial().lineUp()));
            lines.add("<path d=\"M%1$.1f %2$.1f V%3$.1f M%4$.1f %2$.1f h%5$d M%4$.1f %3$.1f h%5$d\" stroke=\"%6$s\"/>"
                    .formatted(
                            x(i),
                            y(millis.mean() - millis.deviation()),
                            y(millis.mean() + millis.deviation()),
                            x(i) - WHISKER,
                            2 * WHISKER,
                            MEAN));
        }
        lines.add("<text class=\"places\" x=\"%d\" y=\"%d\">places</text>"
                .formatted((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10));
        ideal(lines);
        curve(lines, Series::mean, MEAN);
        curve(lines, Series::min, BEST);
        lines.add("</svg>");
        return String.join("\n", lines) + "\n";
    }

    private void curve(List<String> lines, ToDoubleFunction<Series> value, String colour) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            double shown = value.applyAsDouble(rows.get(i).millis());
            points.append("%.1f,%.1f ".formatted(x(i), y(shown)));
            lines.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"><title>%s: %,.1f ms</title></circle>"
                    .formatted(x(i), y(shown), colour, rows.get(i).trial().lineUp(), shown));
        }
        lines.add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>"
                .formatted(points.toString().strip(), colour));
    }

    private void ideal(List<String> lines) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            double mean = rows.get(i).millis().mean();
            double x = x(i);
            rows.get(i)
                    .efficiency()
                    .ifPresent(efficiency -> points.append("%.1f,%.1f ".formatted(x, y(mean * efficiency))));
        }
        lines.add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>"
                .formatted(points.toString().strip(), IDEAL));
    }

    private double x(int index) {
        double step = (double) (WIDTH - RIGHT - LEFT) / Math.max(1, rows.size());
        return LEFT + (index + 0.5) * step;
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - Math.max(0, value) / most * (HEIGHT - BOTTOM - TOP);
    }
}
