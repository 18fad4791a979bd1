package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Variable;
import org.sojourn.testkit.SimulatedCluster;

/** What has become of a network, in words: equal ones look alike. */
public final class Picture {
    private Picture() {}

    /** {@return the nodes of all places, with their links and variables, and how many messengers are left} */
    public static List<String> of(SimulatedCluster cluster, int places) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            Nodes nodes = ((PlaceNetwork) cluster.guest(i, Network.class)).nodes();
            all.add(node(nodes.first()));
            for (Sojourner each : nodes.residents().names().residents()) {
                if (each instanceof Node node && !nodes.isFirst(node)) {
                    all.add(node(node));
                }
            }
            all.add(nodes.name() + ": " + nodes.census().messengers() + " messengers, "
                    + nodes.census().lostHops() + " hops to nowhere");
        }
        Collections.sort(all);
        return all;
    }

    private static String node(Node node) {
        Stream<String> links = node.links.stream()
                .map(each -> each.name() + " " + each.weight() + " " + each.direction() + " to "
                        + each.to().text())
                .sorted();
        List<Variable> variables = node.layout.variables();
        Stream<String> values = variables.stream()
                .map(each ->
                        each.name() + "=" + Variables.get(node.layout.layout(), node.values, variables.indexOf(each)))
                .sorted();
        return node.place.name() + " " + node.address().text() + " " + links.toList() + " "
                + values.collect(Collectors.joining(" "));
    }
}
