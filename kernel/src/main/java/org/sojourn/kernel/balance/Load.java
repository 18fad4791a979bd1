package org.sojourn.kernel.balance;

import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;

/**
 * What a place says of its work.
 *
 * @param waiting parts that wait for a worker
 * @param given how many it has just sent to the place that it tells
 * @param isDraining whether nothing is to come to it
 */
record Load(int waiting, int given, boolean isDraining) {
    /** The load of a place that has said nothing yet. */
    static final Load UNKNOWN = new Load(0, 0, false);

    PacketWriter packet() {
        return new PacketWriter(PacketKind.LOAD, 9).i32(waiting).i32(given).u8(isDraining ? 1 : 0);
    }

    static Load read(PacketReader packet) {
        return new Load(packet.i32(), packet.i32(), packet.u8() == 1);
    }
}
