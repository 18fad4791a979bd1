package org.sojourn.bench.messengers;

import org.sojourn.messengers.network.Address;

/** Tells scripts by which worker a node is run, so that they can have nodes of one lane, or of two. */
public final class Lanes {
    private Lanes() {}

    /**
     * Says which lane a node belongs to.
     *
     * @param node its address
     * @param lanes how many the place has
     * @return its number, from 0
     */
    public static int of(Address node, int lanes) {
        return Math.floorMod(node.name().hashCode(), lanes);
    }
}
