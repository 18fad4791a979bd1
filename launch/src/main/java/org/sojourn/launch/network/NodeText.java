package org.sojourn.launch.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sojourn.messengers.look.MessengerSeen;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.selectors.json.Json;

/** Nodes, links and messengers as lines for people, and as JSON. */
public final class NodeText {
    private static final int WIDTH = 22;

    private NodeText() {}

    /** {@return so many of something, in words} */
    public static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** {@return a node for people: a line for itself, and one for each of its links} */
    public static List<String> of(NodeSeen node) {
        List<String> lines = new ArrayList<>();
        String values = node.variables().stream()
                .map(each -> each.name() + (each.length() > 0 ? "[" + each.length() + "]" : "") + " = "
                        + Json.of(each.value()))
                .collect(Collectors.joining(", "));
        String here = node.messengers() == 0 ? "" : counted(node.messengers(), "messenger");
        String line = String.format("  %-" + WIDTH + "s", named(node.name(), node.address()));
        lines.add((line + " " + here + (here.isEmpty() || values.isEmpty() ? "" : "; ") + values).stripTrailing());
        for (NodeSeen.LinkSeen each : node.links()) {
            lines.add("    " + link(each));
        }
        if (node.linkCount() > node.links().size()) {
            lines.add("    and " + counted(node.linkCount() - node.links().size(), "link") + " more");
        }
        return lines;
    }

    private static String link(NodeSeen.LinkSeen link) {
        String arrow = link.direction() > 0 ? "-> " : link.direction() < 0 ? "<- " : "-- ";
        String weight = Double.isNaN(link.weight()) ? "" : " of weight " + link.weight();
        String by = link.name().isEmpty() && weight.isEmpty() ? "" : ", link " + (link.name() + weight).strip();
        return arrow + named(link.toName(), link.to()) + by;
    }

    /** {@return a messenger for people, in a line} */
    public static String of(MessengerSeen messenger) {
        String at = messenger.script() + (messenger.line() > 0 ? ":" + messenger.line() : "");
        String does = messenger.detail().isEmpty() ? "is ready" : messenger.detail();
        return String.format(
                "  %-8s %-" + WIDTH + "s at %s: %s",
                messenger.id(),
                at,
                named(messenger.nodeName(), messenger.node()),
                does);
    }

    /** {@return a node by its name and its address, or by its address alone if it has none} */
    static String named(String name, String address) {
        return name.isEmpty() ? address : name + " " + address;
    }

    /** {@return a node as JSON, with its links} */
    public static String object(NodeSeen node) {
        Map<String, String> fields = fields(node);
        List<String> links = new ArrayList<>();
        for (NodeSeen.LinkSeen each : node.links()) {
            Map<String, String> link = new LinkedHashMap<>();
            link.put("name", Json.quoted(each.name()));
            link.put("weight", Double.isNaN(each.weight()) ? "null" : Json.of(each.weight()));
            link.put("direction", Json.quoted(each.direction() > 0 ? "out" : each.direction() < 0 ? "in" : "both"));
            link.put("to", Json.quoted(each.to()));
            link.put("toName", Json.quoted(each.toName()));
            links.add(Json.object(link));
        }
        fields.put("links", links.stream().collect(Collectors.joining(",", "[", "]")));
        return Json.object(fields);
    }

    /** {@return what a node is, without its links, each field as JSON} */
    static Map<String, String> fields(NodeSeen node) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("address", Json.quoted(node.address()));
        fields.put("name", Json.quoted(node.name()));
        fields.put("messengers", Integer.toString(node.messengers()));
        fields.put("linkCount", Integer.toString(node.linkCount()));
        Map<String, String> variables = new LinkedHashMap<>();
        node.variables().forEach(each -> variables.put(each.name(), Json.of(each.value())));
        fields.put("variables", Json.object(variables));
        return fields;
    }

    /** {@return a messenger as JSON} */
    public static String object(MessengerSeen messenger) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("id", Json.quoted(messenger.id()));
        fields.put("script", Json.quoted(messenger.script()));
        fields.put("line", Integer.toString(messenger.line()));
        fields.put("node", Json.quoted(messenger.node()));
        fields.put("nodeName", Json.quoted(messenger.nodeName()));
        fields.put("state", Json.quoted(messenger.state().word()));
        fields.put("detail", Json.quoted(messenger.detail()));
        return Json.object(fields);
    }
}
