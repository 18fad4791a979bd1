package org.sojourn.testkit.simulation;

import org.sojourn.kernel.member.PacketKind;

/** Chooses packets to hold back. */
@FunctionalInterface
public interface Choice {
    /**
     * Decides about one packet.
     *
     * @param from the sender's place
     * @param to the receiver's place
     * @param kind what it is
     * @return whether to hold it back
     */
    boolean holds(int from, int to, PacketKind kind);
}
