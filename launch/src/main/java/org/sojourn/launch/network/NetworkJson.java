package org.sojourn.launch.network;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sojourn.selectors.json.Json;

/** A logical network as JSON: an object with places, nodes and links, one a line. */
final class NetworkJson {
    private NetworkJson() {}

    static void write(SeenNetwork network, Writer out) throws IOException {
        out.write("{\"places\":");
        list(network.places(), NetworkJson::object, out);
        out.write(",\n\"nodes\":");
        list(network.nodes(), NetworkJson::object, out);
        out.write(",\n\"links\":");
        list(network.links(), NetworkJson::object, out);
        out.write(",\n\"missing\":" + Json.of(network.missing()) + "}\n");
    }

    private static <T> void list(List<T> all, Function<T, String> object, Writer out) throws IOException {
        out.write('[');
        for (int i = 0; i < all.size(); i++) {
            out.write(i == 0 ? "\n" : ",\n");
            out.write(object.apply(all.get(i)));
        }
        out.write(']');
    }

    private static String object(SeenNetwork.Place place) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("place", Json.quoted(place.name()));
        fields.put("nodes", Long.toString(place.nodes()));
        fields.put("messengers", Long.toString(place.messengers()));
        return Json.object(fields);
    }

    private static String object(SeenNetwork.Node node) {
        Map<String, String> fields = NodeText.fields(node.seen());
        fields.put("place", Json.quoted(node.place()));
        return Json.object(fields);
    }

    private static String object(SeenNetwork.Link link) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("name", Json.quoted(link.name()));
        fields.put("weight", Double.isNaN(link.weight()) ? "null" : Json.of(link.weight()));
        fields.put("directed", Boolean.toString(link.isDirected()));
        fields.put("from", Json.quoted(link.from()));
        fields.put("to", Json.quoted(link.to()));
        return Json.object(fields);
    }
}
