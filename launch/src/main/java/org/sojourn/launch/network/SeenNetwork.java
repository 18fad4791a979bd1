package org.sojourn.launch.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.messengers.look.PlaceSeen;

/**
 * The logical network of a run.
 *
 * @param places how many nodes and messengers each place has
 * @param nodes in the order of places and addresses
 * @param links each once
 * @param missing why the nodes of some places are missing, a sentence each
 */
record SeenNetwork(List<Place> places, List<Node> nodes, List<Link> links, List<String> missing) {
    /** So many links of one node are in a file. */
    static final int LINKS_OF_A_NODE = 100_000;

    /**
     * A place.
     *
     * @param name as {@code p0}
     */
    record Place(String name, long nodes, long messengers) {}

    /**
     * A node where it is.
     *
     * @param place its place's name
     */
    record Node(String place, NodeSeen seen) {}

    /**
     * A link.
     *
     * @param weight NaN for none
     * @param isDirected whether it leads from one node to the other only
     * @param from the address of a node, which may be of none of the nodes, if a place is missing
     */
    record Link(String name, double weight, boolean isDirected, String from, String to) {}

    /** {@return what some answers say, with both ends of each link put together} */
    static SeenNetwork of(Map<String, List<PlaceSeen>> pages, List<String> missing) {
        List<Place> places = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        Map<String, Link> links = new LinkedHashMap<>();
        List<String> gaps = new ArrayList<>(missing);
        pages.forEach((place, all) -> {
            long messengers = all.isEmpty() ? 0 : all.get(0).messengerCount();
            long before = nodes.size();
            for (PlaceSeen page : all) {
                page.busy().forEach(each -> gaps.add(place + ": " + each));
                for (NodeSeen each : page.nodes()) {
                    nodes.add(new Node(place, each));
                    each.links().forEach(end -> links.merge(end.id(), link(each, end), SeenNetwork::known));
                    if (each.linkCount() > each.links().size()) {
                        gaps.add(NodeText.named(each.name(), each.address()) + " has " + each.linkCount()
                                + " links; the first " + each.links().size() + " are shown");
                    }
                }
            }
            places.add(new Place(place, nodes.size() - before, messengers));
        });
        return new SeenNetwork(places, nodes, List.copyOf(links.values()), gaps);
    }

    private static Link known(Link first, Link other) {
        return first;
    }

    private static Link link(NodeSeen node, NodeSeen.LinkSeen end) {
        boolean isReversed = end.direction() < 0;
        return new Link(
                end.name(),
                end.weight(),
                end.direction() != 0,
                isReversed ? end.to() : node.address(),
                isReversed ? node.address() : end.to());
    }
}
