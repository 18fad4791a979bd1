package org.sojourn.testkit.simulation;

import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/** A packet that is held back. */
final class HeldPacket {
    final Links links;
    final int from;
    final Member to;
    final Lane lane;
    final long orderKey;
    final byte[] payload;

    HeldPacket(Links links, int from, Member to, Lane lane, long orderKey, byte[] payload) {
        this.links = links;
        this.from = from;
        this.to = to;
        this.lane = lane;
        this.orderKey = orderKey;
        this.payload = payload;
    }
}
