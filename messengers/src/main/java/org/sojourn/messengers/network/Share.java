package org.sojourn.messengers.network;

import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.run.Fault;

/**
 * A messenger's share of a {@link Journey}: one half, raised to some power. Halved when the messenger makes another one, and given back
 * when it ends.
 */
final class Share {
    /** So many messengers at most are made by one, or in a chain by the one before. */
    private static final int MOST_HALVINGS = 1 << 26;

    final Member home;
    final long journey;
    private int halvings;

    Share(Member home, long journey, int halvings) {
        this.home = home;
        this.journey = journey;
        this.halvings = halvings;
    }

    int halvings() {
        return halvings;
    }

    /** Keeps one half, and returns the other one. */
    Share split() {
        if (halvings == MOST_HALVINGS) {
            throw new Fault("the messenger has made " + MOST_HALVINGS
                    + " others, the most that a messenger may make while a caller waits for the end of its"
                    + " injection: begin it by begin(), or have other messengers make some");
        }
        halvings++;
        return new Share(home, journey, halvings);
    }

    void write(PacketWriter packet) {
        packet.member(home).i64(journey).i32(halvings);
    }

    static Share read(PacketReader packet) {
        return new Share(packet.member(), packet.i64(), packet.count(MOST_HALVINGS));
    }
}
