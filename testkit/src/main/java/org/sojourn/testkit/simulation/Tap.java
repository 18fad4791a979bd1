package org.sojourn.testkit.simulation;

import org.sojourn.kernel.member.PacketKind;

/** Is told of every packet, at each of its steps; may crash a place there. */
@FunctionalInterface
public interface Tap {
    /** What happens to a packet. */
    enum Step {
        /** Its sender is about to hand it to the links. A sender that is lost now doesn't. */
        SENDING,
        /** The links have it; unless the sender is lost now it will arrive. */
        SENT,
        /** It has arrived; a receiver that is lost now doesn't look at it. */
        TAKING,
        /** The receiver has acted on it; what it has sent for that has left no sooner than this. */
        TAKEN
    }

    /**
     * A packet has come so far.
     *
     * @param step how far
     * @param kind what it is
     * @param from the sender's place
     * @param to the receiver's place
     */
    void packet(Step step, PacketKind kind, int from, int to);

    /**
     * A packet is handed to the links, with these bytes.
     *
     * @param from the sender's place
     * @param to the receiver's place
     * @param payload not to be changed
     */
    default void bytes(int from, int to, byte[] payload) {}
}
