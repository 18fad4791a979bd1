package org.sojourn.messengers.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Step.Direction;

/**
 * Where an agent goes: what the node, the link, its weight and the place have to be. What isn't said may be anything. {@code
 * link("x").node("hub")} is every node called {@code hub} to which a link called {@code x} leads from here. (The patterns of hop, create and delete of M.
 * Fukuda, L. F. Bic and M. B. Dillencourt, <i>MESSENGERS: A Distributed Computing Environment for Autonomous Objects</i>, 1996, section 2.4.)
 *
 * @param node the node's name, empty for one that has none; null if that isn't said
 * @param address one node; null if that isn't said
 * @param isAnyNode whether it was said that the node may be any, which leads to nodes that aren't neighbours
 * @param link the link's name, empty for one that has none; null if that isn't said
 * @param weight the link's weight, NaN for a link without one; null if that isn't said
 * @param place the place's name, such as {@code p1}; null if that isn't said
 * @param direction in which the link is crossed, or created
 */
public record Way(
        @Nullable String node,
        @Nullable NodeAddress address,
        boolean isAnyNode,
        @Nullable String link,
        @Nullable Double weight,
        @Nullable String place,
        Direction direction) {
    /** Nothing is said: all neighbours. */
    public static final Way ANY = new Way(null, null, false, null, null, null, Direction.ANY);

    /** {@return the same, to nodes that are called so} */
    public Way node(String name) {
        return new Way(
                Objects.requireNonNull(name, "the node's name is null"), null, false, link, weight, place, direction);
    }

    /** {@return the same, to whatever node, also one to which no link leads} */
    public Way anyNode() {
        return new Way(null, null, true, link, weight, place, direction);
    }

    /** {@return the same, to this one node} */
    public Way to(NodeAddress one) {
        return new Way(
                null, Objects.requireNonNull(one, "the node's address is null"), false, link, weight, place, direction);
    }

    /** {@return the same, by links that are called so} */
    public Way link(String name) {
        return new Way(
                node,
                address,
                isAnyNode,
                Objects.requireNonNull(name, "the link's name is null"),
                weight,
                place,
                direction);
    }

    /** {@return the same, by links of that weight} */
    public Way weight(double its) {
        return new Way(node, address, isAnyNode, link, its, place, direction);
    }

    /** {@return the same, at one place, such as {@code p1}} */
    public Way place(String name) {
        return new Way(
                node,
                address,
                isAnyNode,
                link,
                weight,
                Objects.requireNonNull(name, "the place's name is null"),
                direction);
    }

    /** {@return the same, from where links were created from} */
    public Way forward() {
        return new Way(node, address, isAnyNode, link, weight, place, Direction.FORWARD);
    }

    /** {@return the same, towards where links were created from} */
    public Way backward() {
        return new Way(node, address, isAnyNode, link, weight, place, Direction.BACKWARD);
    }
}
