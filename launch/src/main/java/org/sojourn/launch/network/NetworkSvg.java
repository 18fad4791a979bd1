package org.sojourn.launch.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sojourn.messengers.look.NodeSeen;

/**
 * A logical network as a picture: a box for each place, within it its nodes, placed by {@link Springs}, and links as lines, with an arrow
 * if they have a direction. Whoever points at a node or a link sees all that is known of it.
 */
final class NetworkSvg {
    /** So many nodes and links can be told apart in a picture, more or less. */
    static final int NODES = 3_000;

    static final int LINKS = 20_000;

    /** Up to so many nodes, links and addresses are written at. */
    private static final int NAMED_NODES = 250;

    private static final int NAMED_LINKS = 120;
    private static final int ADDRESSED_NODES = 60;

    private static final int MARGIN = 24;
    private static final int HEAD = 56;
    private static final int RADIUS = 7;
    private static final int BEND = 26;
    private static final List<String> COLOURS = List.of(
            "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#b07aa1", "#9c755f", "#edc948", "#d37295",
            "#79706e");

    /** Where something is. */
    private record Point(double x, double y) {}

    private record Box(SeenNetwork.Place place, List<SeenNetwork.Node> nodes, double x, double y, double side) {
        Point middle() {
            return new Point(x + side / 2, y + side / 2);
        }
    }

    private final SeenNetwork network;
    private final List<Box> boxes;
    private final Map<String, Point> points = new HashMap<>();
    private final Map<String, Integer> alike = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    NetworkSvg(SeenNetwork network) {
        this.network = network;
        this.boxes = boxes(network);
        place();
    }

    static boolean hasRoomFor(SeenNetwork network) {
        return network.nodes().size() <= NODES && network.links().size() <= LINKS;
    }

    // ---- where everything is --------------------------------------------------------------------------------------

    private static double side(int nodes) {
        double each = nodes <= NAMED_NODES ? 72 : 34;
        return Math.max(190, 2 * MARGIN + each * Math.sqrt(nodes));
    }

    /** In rows, as many in each as there are rows, each as high as its highest box. */
    private static List<Box> boxes(SeenNetwork network) {
        Map<String, List<SeenNetwork.Node>> byPlace =
                network.nodes().stream().collect(Collectors.groupingBy(SeenNetwork.Node::place));
        List<Box> boxes = new ArrayList<>();
        int columns = (int) Math.ceil(Math.sqrt(network.places().size()));
        double x = MARGIN;
        double y = HEAD;
        double high = 0;
        for (int i = 0; i < network.places().size(); i++) {
            if (i > 0 && i % columns == 0) {
                x = MARGIN;
                y += high + 3 * MARGIN;
                high = 0;
            }
            SeenNetwork.Place place = network.places().get(i);
            List<SeenNetwork.Node> nodes = byPlace.getOrDefault(place.name(), List.of());
            double side = side(nodes.size());
            boxes.add(new Box(place, nodes, x, y, side));
            x += side + 3 * MARGIN;
            high = Math.max(high, side);
        }
        return boxes;
    }

    private void place() {
        Map<String, Box> boxOf = new HashMap<>();
        boxes.forEach(box -> box.nodes().forEach(each -> boxOf.put(each.seen().address(), box)));
        for (Box box : boxes) {
            Map<String, Integer> numbers = new HashMap<>();
            box.nodes().forEach(each -> numbers.put(each.seen().address(), numbers.size()));
            double[][] pulls = new double[numbers.size()][2];
            List<int[]> lines = new ArrayList<>();
            for (SeenNetwork.Link each : network.links()) {
                Integer from = numbers.get(each.from());
                Integer to = numbers.get(each.to());
                if (from != null && to != null) {
                    lines.add(new int[] {from, to});
                } else if (from != null) {
                    pull(pulls[from], box, boxOf.get(each.to()));
                } else if (to != null) {
                    pull(pulls[to], box, boxOf.get(each.from()));
                }
            }
            double[][] placed = new Springs(numbers.size(), lines.toArray(new int[0][]), pulls).settle();
            double inner = box.side() - 2.5 * MARGIN;
            numbers.forEach((address, number) -> points.put(
                    address,
                    new Point(
                            box.x() + 1.25 * MARGIN + placed[number][0] * inner,
                            box.y() + 1.25 * MARGIN + placed[number][1] * inner)));
        }
    }

    /** Towards the box of the node at the other end. */
    private static void pull(double[] pulled, Box from, @org.jspecify.annotations.Nullable Box to) {
        if (to != null) {
            double dx = to.middle().x() - from.middle().x();
            double dy = to.middle().y() - from.middle().y();
            double length = Math.max(1, Math.hypot(dx, dy));
            pulled[0] += dx / length / 2;
            pulled[1] += dy / length / 2;
        }
    }

    // ---- what is drawn --------------------------------------------------------------------------------------------

    String text() {
        double width = 2 * MARGIN + 300;
        double height = HEAD + MARGIN;
        for (Box each : boxes) {
            width = Math.max(width, each.x() + each.side() + MARGIN);
            height = Math.max(height, each.y() + each.side() + MARGIN);
        }
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\""
                        + " font-family=\"sans-serif\">",
                width, height, width, height);
        add("<defs><marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\""
                + " orient=\"auto\"><path d=\"M0,0.5 L8,4 L0,7.5 z\" fill=\"#666\"/></marker></defs>");
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        add("<text x=\"%d\" y=\"24\" font-size=\"14\" fill=\"#222\">%s</text>", MARGIN, escaped(title()));
        boxes.forEach(this::box);
        network.links().forEach(this::link);
        for (int i = 0; i < boxes.size(); i++) {
            String colour = COLOURS.get(i % COLOURS.size());
            boxes.get(i).nodes().forEach(each -> node(each.seen(), colour));
        }
        add("</svg>");
        return text.toString();
    }

    private String title() {
        String title = NodeText.counted(network.nodes().size(), "node") + " and "
                + NodeText.counted(network.links().size(), "link") + " at "
                + NodeText.counted(network.places().size(), "place");
        return title
                + (isOneName()
                        ? "; each link is called " + network.links().get(0).name()
                        : "");
    }

    /** Whether all links are called the same and have no weight: then nothing has to be written at each. */
    private boolean isOneName() {
        return network.links().stream()
                        .allMatch(each -> Double.isNaN(each.weight())
                                && each.name().equals(network.links().get(0).name()))
                && network.links().stream().anyMatch(each -> !each.name().isEmpty());
    }

    private void box(Box box) {
        String colour = COLOURS.get(boxes.indexOf(box) % COLOURS.size());
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"12\" fill=\"%s\" fill-opacity=\"0.07\""
                        + " stroke=\"%s\" stroke-opacity=\"0.5\"/>",
                box.x(), box.y(), box.side(), box.side(), colour, colour);
        add(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" font-weight=\"bold\" fill=\"%s\">%s</text>",
                box.x() + 10, box.y() - 5, colour, escaped(box.place().name()));
    }

    private void link(SeenNetwork.Link link) {
        Point from = points.get(link.from());
        Point to = points.get(link.to());
        if (from == null || to == null) {
            return;
        }
        String pair = link.from().compareTo(link.to()) < 0 ? link.from() + link.to() : link.to() + link.from();
        int nth = alike.merge(pair, 1, Integer::sum) - 1;
        String says = (link.name() + (Double.isNaN(link.weight()) ? "" : " " + link.weight())).strip();
        Point middle = link.from().equals(link.to()) ? loop(from, nth, says) : line(link, from, to, nth, says);
        if (!says.isEmpty() && network.links().size() <= NAMED_LINKS && !isOneName()) {
            add(
                    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"9\" fill=\"#666\" text-anchor=\"middle\" stroke=\"white\""
                            + " stroke-width=\"2.5\" paint-order=\"stroke\">%s</text>",
                    middle.x(), middle.y() - 2, escaped(says));
        }
    }

    private Point loop(Point at, int nth, String says) {
        double radius = 9 + 5.0 * nth;
        add(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"#888\"><title>%s</title></circle>",
                at.x() + radius, at.y() - radius, radius, escaped(says));
        return new Point(at.x() + 2 * radius, at.y() - 2 * radius);
    }

    /** Straight, or bent for each further one between the same nodes, to either side in turn. */
    private Point line(SeenNetwork.Link link, Point from, Point to, int nth, String says) {
        double dx = to.x() - from.x();
        double dy = to.y() - from.y();
        double length = Math.max(1, Math.hypot(dx, dy));
        boolean isTurned = link.from().compareTo(link.to()) > 0;
        double bend = (nth + 1) / 2 * BEND * (nth % 2 == 0 ? 1 : -1) * (isTurned ? -1 : 1);
        Point by =
                new Point((from.x() + to.x()) / 2 - dy / length * bend, (from.y() + to.y()) / 2 + dx / length * bend);
        double towards = Math.max(1, Math.hypot(to.x() - by.x(), to.y() - by.y()));
        double short1 = link.isDirected() ? RADIUS + 1 : 0;
        add(
                "<path d=\"M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f\" fill=\"none\" stroke=\"#888\" stroke-opacity=\"%s\"%s>"
                        + "<title>%s</title></path>",
                from.x(),
                from.y(),
                by.x(),
                by.y(),
                to.x() - (to.x() - by.x()) / towards * short1,
                to.y() - (to.y() - by.y()) / towards * short1,
                network.links().size() > NAMED_LINKS ? "0.4" : "0.75",
                link.isDirected() ? " marker-end=\"url(#to)\"" : "",
                escaped(says));
        return new Point((from.x() + to.x()) / 4 + by.x() / 2, (from.y() + to.y()) / 4 + by.y() / 2);
    }

    private void node(NodeSeen node, String colour) {
        Point at = points.get(node.address());
        if (at == null) {
            return;
        }
        boolean isCrowded = network.nodes().size() > NAMED_NODES;
        add(
                "<g><title>%s</title><circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\" stroke=\"white\"/>",
                escaped(String.join("\n", NodeText.of(node))), at.x(), at.y(), isCrowded ? 4 : RADIUS, colour);
        if (node.messengers() > 0) {
            add(
                    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"8\" fill=\"white\" text-anchor=\"middle\">%d</text>",
                    at.x(), at.y() + 3, node.messengers());
        }
        if (!isCrowded) {
            String name = node.name().isEmpty() ? node.address() : node.name();
            label(at.x(), at.y() + RADIUS + 10, 10, "#222", name);
            if (!node.name().isEmpty() && network.nodes().size() <= ADDRESSED_NODES) {
                label(at.x(), at.y() + RADIUS + 19, 8, "#888", node.address());
            }
        }
        add("</g>");
    }

    private void label(double x, double y, int size, String colour, String what) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\" text-anchor=\"middle\" stroke=\"white\""
                        + " stroke-width=\"2.5\" paint-order=\"stroke\">%s</text>",
                x, y, size, colour, escaped(what.length() > 24 ? what.substring(0, 23) + "..." : what));
    }

    private void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Without the characters that XML can't have. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(each -> {
            switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    boolean isPossible =
                            each >= ' ' && each != 0xFFFE && each != 0xFFFF && !(each >= 0xD800 && each < 0xE000);
                    escaped.appendCodePoint(isPossible || each == '\n' || each == '\t' ? each : '?');
                }
            }
        });
        return escaped.toString();
    }
}
