package org.sojourn.mapping.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.sojourn.mapping.decision.Advice;

/**
 * Draws the communication graph in layers: who is sent to by nobody stands left, everybody else right of the first that sends to him.
 * Within a layer, each stands near those who send to it, which keeps edges short (K. Sugiyama, S. Tagawa, M. Toda, <i>Methods for
 * Visual Understanding of Hierarchical System Structures</i>, 1981, with one sweep).
 */
final class GraphDrawing {
    private static final int ROW = 44;
    private static final int HEIGHT = 28;
    private static final int MARGIN = 16;
    private static final int BETWEEN = 90;
    private static final int DIP = 26;
    private static final double LETTER = 7.6;

    private final List<Advice> kinds;
    private final Map<String, Integer> layer = new HashMap<>();
    private final Map<String, Double> row = new HashMap<>();
    private final List<List<Advice>> layers = new ArrayList<>();

    /** Draws those that send or are sent to; of the others there is nothing to see. */
    GraphDrawing(List<Advice> kinds) {
        this.kinds = kinds.stream()
                .filter(each -> !each.next().isEmpty() || !each.before().isEmpty())
                .toList();
    }

    /** The last part of a kind's name. */
    private static String shown(Advice advice) {
        String name = advice.name();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    String svg() {
        if (kinds.isEmpty()) {
            return "<p>No kind is known to send to another.</p>";
        }
        place();
        order();
        Map<String, double[]> boxes = boxes();
        double width = boxes.values().stream()
                        .mapToDouble(box -> box[0] + box[2])
                        .max()
                        .orElse(0)
                + MARGIN;
        double height = boxes.values().stream()
                        .mapToDouble(box -> box[1] + HEIGHT)
                        .max()
                        .orElse(0)
                + MARGIN
                + DIP;
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" style=\"min-width:%.0fpx;max-width:%.0fpx\" role=\"img\""
                        + " aria-label=\"communication graph\">%n",
                width,
                height,
                Math.min(width, 700),
                width));
        out.append("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\""
                + " markerHeight=\"7\"");
        out.append(" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" style=\"fill:var(--dim)\"/></marker></defs>\n");
        for (Advice from : kinds) {
            for (String to : from.next()) {
                edge(out, box(boxes, from.name()), box(boxes, to), from.name() + " sends to " + to);
            }
        }
        kinds.forEach(each -> node(out, box(boxes, each.name()), each));
        return out.append("</svg>\n").toString();
    }

    private static double[] box(Map<String, double[]> boxes, String name) {
        return boxes.getOrDefault(name, new double[3]);
    }

    /** Sources first; a cycle that nobody sends into from outside is entered at its first name. */
    private void place() {
        List<Advice> open = new ArrayList<>(kinds.stream()
                .filter(each -> each.before().isEmpty() || each.before().equals(Set.of(each.name())))
                .toList());
        Map<String, Advice> byName = new LinkedHashMap<>();
        kinds.forEach(each -> byName.put(each.name(), each));
        open.forEach(each -> layer.put(each.name(), 0));
        while (layer.size() < kinds.size()) {
            while (!open.isEmpty()) {
                Advice next = open.removeFirst();
                for (String to : next.next()) {
                    Advice receiver = byName.get(to);
                    if (receiver != null && layer.putIfAbsent(to, layer.getOrDefault(next.name(), 0) + 1) == null) {
                        open.add(receiver);
                    }
                }
            }
            for (Advice each : kinds) {
                if (open.isEmpty() && layer.putIfAbsent(each.name(), 0) == null) {
                    open.add(each);
                }
            }
        }
        for (Advice each : kinds) {
            int at = layer.getOrDefault(each.name(), 0);
            while (layers.size() <= at) {
                layers.add(new ArrayList<>());
            }
            layers.get(at).add(each);
        }
    }

    private void order() {
        for (List<Advice> each : layers) {
            each.sort(Comparator.comparingDouble((Advice kind) -> kind.before().stream()
                            .filter(row::containsKey)
                            .mapToDouble(name -> row.getOrDefault(name, 0.0))
                            .average()
                            .orElse(0))
                    .thenComparing(Advice::name));
            for (int i = 0; i < each.size(); i++) {
                row.put(each.get(i).name(), (double) i);
            }
        }
    }

    /** Left edge, top edge and width of each. */
    private Map<String, double[]> boxes() {
        Map<String, double[]> boxes = new HashMap<>();
        int tallest = layers.stream().mapToInt(List::size).max().orElse(0);
        double left = MARGIN;
        for (List<Advice> each : layers) {
            double widest = each.stream()
                    .mapToDouble(kind -> shown(kind).length() * LETTER + 24)
                    .max()
                    .orElse(0);
            double top = MARGIN + (tallest - each.size()) * ROW / 2.0;
            for (Advice kind : each) {
                boxes.put(kind.name(), new double[] {left, top, widest});
                top += ROW;
            }
            left += widest + BETWEEN;
        }
        return boxes;
    }

    private static void edge(StringBuilder out, double[] from, double[] to, String title) {
        double x1 = from[0] + from[2];
        double y1 = from[1] + HEIGHT / 2.0;
        double x2 = to[0];
        double y2 = to[1] + HEIGHT / 2.0;
        String path;
        if (x2 > x1) {
            path = String.format(
                    Locale.ROOT,
                    "M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f",
                    x1,
                    y1,
                    x1 + 40,
                    y1,
                    x2 - 40,
                    y2,
                    x2 - 2,
                    y2);
        } else {
            double x = from[0] + from[2] / 2;
            double end = to[0] + to[2] / 2;
            double dip = Math.max(from[1], to[1]) + HEIGHT + DIP;
            path = String.format(
                    Locale.ROOT,
                    "M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f",
                    x - 8,
                    from[1] + HEIGHT,
                    x - 8,
                    dip,
                    end + 8,
                    dip,
                    end + 8,
                    to[1] + HEIGHT + 2);
        }
        out.append("<path class=\"edge\" marker-end=\"url(#tip)\" d=\"")
                .append(path)
                .append("\"><title>");
        out.append(HtmlReport.escaped(title)).append("</title></path>\n");
    }

    private static void node(StringBuilder out, double[] box, Advice advice) {
        out.append(String.format(
                Locale.ROOT,
                "<g><title>%s: %s, %s</title><rect class=\"node\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%d\""
                        + " rx=\"5\" style=\"stroke:var(--%s)\"/><text x=\"%.0f\" y=\"%.0f\""
                        + " text-anchor=\"middle\">%s</text></g>%n",
                HtmlReport.escaped(advice.name()),
                advice.policy(),
                HtmlReport.escaped(advice.decision().rule()),
                box[0],
                box[1],
                box[2],
                HEIGHT,
                advice.policy(),
                box[0] + box[2] / 2,
                box[1] + HEIGHT / 2.0 + 4.5,
                HtmlReport.escaped(shown(advice))));
    }
}
