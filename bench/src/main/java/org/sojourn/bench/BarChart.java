package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The ratios as horizontal bars in SVG, from the line of 1 to the right where Sojourn is the faster and to the left
 * where it is not. The axis is logarithmic: twice as fast is as long as half as fast. Its colours are readable on a
 * white ground and on a dark one.
 */
final class BarChart {
    private static final int WIDTH = 860;
    private static final int LEFT = 190;
    private static final int RIGHT = 90;
    private static final int TOP = 54;
    private static final int BAR = 14;
    private static final int ROW = 22;
    private static final int BOTTOM = 34;
    private static final double[] TICKS = {0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

    /** Below this two decimals say too little. */
    private static final double SMALL = 0.095;

    private static final String STYLE = """
        <style>
          text { font: 12px sans-serif; fill: #24292f }
          .title { font-size: 15px; font-weight: bold }
          .tick { fill: #6e7781; text-anchor: middle }
          .name { text-anchor: end }
          .grid { stroke: #8b949e; stroke-opacity: 0.3 }
          .one { stroke: #8b949e; stroke-width: 1.5 }
          .range { stroke: #8b949e; stroke-width: 1.5 }
          .faster { fill: #3f83c8 }
          .slower { fill: #d9782d }
          .void { fill: none; stroke: #8b949e; stroke-dasharray: 3 2 }
          @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .tick { fill: #9aa4ae } }
        </style>
        """;

    private final List<Bar> bars;
    private final double least;
    private final double most;

    /**
     * One bar.
     *
     * @param name what stands before it
     * @param ratio its length, and the range of it
     * @param isVoid whether it is drawn as nothing to be relied on
     */
    record Bar(String name, Series ratio, boolean isVoid) {}

    private BarChart(List<Bar> bars) {
        this.bars = bars;
        this.least = tickBelow(
                bars.stream().mapToDouble(bar -> bar.ratio().min()).min().orElse(1));
        this.most = tickAbove(
                bars.stream().mapToDouble(bar -> bar.ratio().max()).max().orElse(1));
    }

    static String of(Report report) {
        List<Bar> compared = report.rows().stream()
                .flatMap(row -> row.measurement().flatMap(Measurement::ratio).stream()
                        .map(ratio -> new Bar(row.benchmark().name(), ratio, row.isVoid())))
                .toList();
        String mean =
                report.geometricMean().map(" (geometric mean %.2f)"::formatted).orElse("");
        return of("How many times as fast as Pekko" + mean, compared);
    }

    static String of(String title, List<Bar> bars) {
        return new BarChart(bars).draw(title);
    }

    private String draw(String title) {
        int height = TOP + ROW * bars.size() + BOTTOM;
        List<String> lines = new ArrayList<>();
        lines.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">"
                        .formatted(WIDTH, height, WIDTH, height));
        lines.add("<title>" + title + "</title>");
        lines.add(STYLE.strip());
        lines.add("<text class=\"title\" x=\"16\" y=\"24\">" + title + "</text>");
        for (double tick : TICKS) {
            if (tick >= least && tick <= most) {
                lines.add(line(tick == 1 ? "one" : "grid", x(tick), TOP - 4, x(tick), height - BOTTOM + 4));
                lines.add("<text class=\"tick\" x=\"%.1f\" y=\"%d\">%s&#215;</text>"
                        .formatted(x(tick), height - BOTTOM + 20, shortest(tick)));
            }
        }
        for (int i = 0; i < bars.size(); i++) {
            bar(lines, bars.get(i), TOP + ROW * i);
        }
        lines.add("</svg>");
        return String.join("\n", lines) + "\n";
    }

    private void bar(List<String> lines, Bar bar, int y) {
        Series ratio = bar.ratio();
        double median = ratio.median();
        double from = Math.min(x(1), x(median));
        String kind = bar.isVoid() ? "void" : median < 1 ? "slower" : "faster";
        int middle = y + BAR / 2;
        lines.add("<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>".formatted(LEFT - 12, middle + 4, bar.name()));
        lines.add("<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>"
                .formatted(kind, from, y, Math.max(1, Math.abs(x(median) - x(1))), BAR));
        lines.add(line("range", x(ratio.min()), middle, x(ratio.max()), middle));
        lines.add("<text x=\"%.1f\" y=\"%d\">%s%s</text>"
                .formatted(
                        Math.max(x(1), x(ratio.max())) + 6,
                        middle + 4,
                        (median < SMALL ? "%.3f" : "%.2f").formatted(median),
                        bar.isVoid() ? " (void)" : ""));
    }

    private static String line(String kind, double x1, int y1, double x2, int y2) {
        return "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>".formatted(kind, x1, y1, x2, y2);
    }

    private double x(double ratio) {
        double bounded = Math.clamp(ratio, least, most);
        double share = Math.log(bounded / least) / Math.log(most / least);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    /** The axis always shows a step on both sides of 1. */
    private static double tickBelow(double value) {
        double below = TICKS[0];
        for (double tick : TICKS) {
            if (tick <= value && tick < 1) {
                below = tick;
            }
        }
        return below;
    }

    private static double tickAbove(double value) {
        for (double tick : TICKS) {
            if (tick >= value && tick > 1) {
                return tick;
            }
        }
        return TICKS[TICKS.length - 1];
    }

    private static String shortest(double tick) {
        return tick < 1 ? Double.toString(tick) : Long.toString((long) tick);
    }
}
