package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bars in groups, upwards and downwards from zero, in SVG. Its colours are readable on a white ground and on a dark one, and the same
 * policy has the same colour in each chart.
 *
 * @param title above it
 * @param unit what the values are
 * @param series what each bar of a group is
 * @param groups one after the other
 */
record GroupedBars(String title, Unit unit, List<String> series, List<Group> groups) {
    private static final int WIDTH = 1060;
    private static final int LEFT = 64;
    private static final int RIGHT = 12;
    private static final int TOP = 64;
    private static final int PLOT = 230;
    private static final int BOTTOM = 48;
    private static final int NAME_AT = 20;
    private static final int SECOND_NAME_AT = 36;
    private static final int WIDEST_BAR = 44;
    private static final double SHARE_OF_GROUP = 0.84;
    private static final int LABELLED = 34;
    private static final double LETTER = 7.2;

    /** Below this a saving is drawn as this and labelled: one bad bar would flatten all others. */
    private static final double LEAST_SAVING = -1;

    private static final Map<String, String> COLOURS = Map.ofEntries(
            Map.entry(PolicySide.THREAD, "#c8553d"),
            Map.entry(PolicySide.ROUND_ROBIN, "#8a63b8"),
            Map.entry(PolicySide.RANDOM, "#c2922e"),
            Map.entry(PolicySide.WORK_STEALING, "#3f83c8"),
            Map.entry(PolicySide.VIRTUAL, "#2f9c95"),
            Map.entry(PolicySide.TASK, "#7d8590"),
            Map.entry(PolicySide.OURS, "#3f9142"),
            Map.entry(PolicySide.HALF, "#9ac26b"),
            Map.entry(PolicySide.THREAD_ALL, "#c8553d"),
            Map.entry(PolicySide.TASK_ALL, "#c2922e"),
            Map.entry(PolicySide.FORK_JOIN, "#3f83c8"));
    private static final String OTHER_COLOUR = "#3f83c8";

    private static final String STYLE = """
        <style>
          text { font: 12px sans-serif; fill: #24292f }
          .title { font-size: 15px; font-weight: bold }
          .tick { fill: #6e7781; text-anchor: end }
          .name { text-anchor: middle }
          .value { font-size: 10px; text-anchor: middle; fill: #57606a }
          .grid { stroke: #8b949e; stroke-opacity: 0.3 }
          .zero { stroke: #8b949e; stroke-width: 1.5 }
          @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .tick, .value { fill: #9aa4ae } }
        </style>
        """;

    /** What values are, and how they are written. */
    enum Unit {
        /** Shares, written in percent. */
        PERCENT,
        /** Milliseconds. */
        MILLIS,
        /** How many. */
        COUNT;

        String shown(double value) {
            return switch (this) {
                case PERCENT -> "%.0f %%".formatted(100 * value);
                case MILLIS -> value < 10 ? "%.1f ms".formatted(value) : "%.0f ms".formatted(value);
                case COUNT ->
                    value >= 1e6
                            ? "%.1fM".formatted(value / 1e6)
                            : value >= 1e4 ? "%.0fk".formatted(value / 1e3) : "%.0f".formatted(value);
            };
        }
    }

    /**
     * Bars side by side.
     *
     * @param name below them
     * @param values one for each series; what wasn't measured has no bar
     */
    record Group(String name, List<Optional<Double>> values) {}

    private double drawn(double value) {
        return unit == Unit.PERCENT ? Math.max(LEAST_SAVING, value) : value;
    }

    private double extreme(boolean isMost) {
        var all = groups.stream().flatMap(group -> group.values().stream().flatMap(Optional::stream));
        var bounded = all.mapToDouble(this::drawn);
        return isMost
                ? Math.max(0, bounded.max().orElse(1))
                : Math.min(0, bounded.min().orElse(0));
    }

    /** A fifth of the range or so, as 1, 2 or 5 times a power of ten. */
    static double step(double range) {
        double rough = Math.max(range, 1e-9) / 5;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double times = rough / power;
        return (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10) * power;
    }

    String svg() {
        double step = step(extreme(true) - extreme(false));
        double most = Math.ceil(extreme(true) / step - 1e-9) * step;
        double least = Math.floor(extreme(false) / step + 1e-9) * step;
        Axis axis = new Axis(least, most > least ? most : least + step);
        int height = TOP + PLOT + BOTTOM;
        List<String> lines = new ArrayList<>();
        lines.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">"
                        .formatted(WIDTH, height, WIDTH, height));
        lines.add("<title>" + escaped(title) + "</title>");
        lines.add(STYLE.strip());
        lines.add("<text class=\"title\" x=\"16\" y=\"22\">" + escaped(title) + "</text>");
        legend(lines);
        for (double tick = least; tick <= axis.most() + step / 2; tick += step) {
            boolean isZero = Math.abs(tick) < step / 2;
            lines.add("<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                    .formatted(isZero ? "zero" : "grid", LEFT, axis.y(tick), WIDTH - RIGHT, axis.y(tick)));
            lines.add("<text class=\"tick\" x=\"%d\" y=\"%.1f\">%s</text>"
                    .formatted(LEFT - 8, axis.y(tick) + 4, unit.shown(isZero ? 0 : tick)));
        }
        double wide = (double) (WIDTH - LEFT - RIGHT) / Math.max(1, groups.size());
        for (int i = 0; i < groups.size(); i++) {
            group(lines, groups.get(i), LEFT + i * wide, wide, axis);
            name(lines, i, LEFT + (i + 0.5) * wide, wide);
        }
        lines.add("</svg>");
        return String.join("\n", lines) + "\n";
    }

    private void legend(List<String> lines) {
        double x = LEFT;
        for (String name : series) {
            lines.add("<rect x=\"%.1f\" y=\"36\" width=\"11\" height=\"11\" fill=\"%s\"/>".formatted(x, colour(name)));
            lines.add("<text x=\"%.1f\" y=\"46\">%s</text>".formatted(x + 16, escaped(name)));
            x += 40 + name.length() * LETTER;
        }
    }

    private void group(List<String> lines, Group group, double left, double wide, Axis axis) {
        double bar = Math.min(WIDEST_BAR, wide * SHARE_OF_GROUP / series.size());
        double x = left + (wide - bar * series.size()) / 2;
        boolean isLabelled = bar >= WIDEST_BAR - 1 || groups.size() * series.size() <= LABELLED;
        for (int i = 0; i < series.size(); i++) {
            Optional<Double> value = group.values().get(i);
            if (value.isPresent()) {
                bar(
                        lines,
                        group.name() + ", " + series.get(i),
                        colour(series.get(i)),
                        value.get(),
                        x + i * bar,
                        bar,
                        axis,
                        isLabelled);
            }
        }
    }

    /** Long names of narrow groups stand on two lines by turns. */
    private void name(List<String> lines, int index, double middle, double wide) {
        boolean isCrowded = groups.stream().anyMatch(group -> group.name().length() * LETTER > wide);
        int below = isCrowded && index % 2 == 1 ? SECOND_NAME_AT : NAME_AT;
        lines.add("<text class=\"name\" x=\"%.1f\" y=\"%d\">%s</text>"
                .formatted(middle, TOP + PLOT + below, escaped(groups.get(index).name())));
    }

    private void bar(
            List<String> lines,
            String name,
            String colour,
            double value,
            double x,
            double wide,
            Axis axis,
            boolean isLabelled) {
        double from = axis.y(Math.max(0, drawn(value)));
        double to = axis.y(Math.min(0, drawn(value)));
        lines.add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s: %s</title></rect>"
                .formatted(
                        x + 0.5,
                        from,
                        Math.max(1, wide - 1),
                        Math.max(0.5, to - from),
                        colour,
                        escaped(name),
                        unit.shown(value)));
        boolean isCut = drawn(value) > value;
        if (isLabelled || isCut) {
            double y = value >= 0 ? from - 4 : to + (isCut ? -4 : 12);
            lines.add("<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%s</text>"
                    .formatted(x + wide / 2, y, unit.shown(value)));
        }
    }

    private static String colour(String series) {
        return COLOURS.getOrDefault(series, OTHER_COLOUR);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** From the least value at the bottom to the most at the top. */
    private record Axis(double least, double most) {
        double y(double value) {
            return TOP + PLOT * (most - value) / (most - least);
        }
    }
}
