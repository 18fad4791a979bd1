package org.sojourn.messengers.network;

import org.sojourn.kernel.name.Name;
import org.sojourn.messengers.agent.NodeAddress;

/**
 * The address of a logical node, which no other one ever has. It brings the node's own name along, since a link shows it at both ends.
 *
 * @param name unique in all runs
 * @param text what the node was called when it was created; empty for nothing. Any number of nodes may be called the same
 */
public record Address(Name name, String text) implements NodeAddress {
    @Override
    public boolean equals(Object other) {
        return other instanceof Address its && its.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** {@return the node for people} */
    @Override
    public String toString() {
        return text.isEmpty() ? "node " + name : "node " + text + " " + name;
    }
}
