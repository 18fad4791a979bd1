package org.sojourn.messengers.network;

import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.GuestPackets;

/** What places tell one another of nodes and messengers: each packet goes to whoever it is for. */
final class Packets implements GuestPackets.Handler {
    /** The first byte of a packet for a node. */
    static final int PARCEL = 0;

    /** The request for a node. */
    static final int CREATE = 1;

    /** What {@link Broadcasts} send. */
    static final int BROADCAST = 2;

    /** What {@link Journeys} give back. */
    static final int RETURNED = 3;

    /** What {@link Creations} tell one another. */
    static final int CREATIONS = 4;

    /** What {@link Codes} send: scripts. */
    static final int CODE = 5;

    /** What {@link Kills} tell one another. */
    static final int KILL = 6;

    /** What {@link Finding} tells. */
    static final int FINDING = 7;

    /** What {@link Accesses} answer. */
    static final int ACCESS = 8;

    /** What {@link FaultWatch} tells. */
    static final int FAULTS = 9;

    /** What {@link Placement} tells. */
    static final int LOAD = 10;

    private final Nodes place;

    Packets(Nodes place) {
        this.place = place;
    }

    /** {@return a packet of a kind, with room for so many bytes at first} */
    static PacketWriter of(int kind, int bytes) {
        return GuestPackets.packet(Nodes.NUMBER, PacketKind.GUEST, bytes).u8(kind);
    }

    @Override
    public void arrived(Member from, PacketReader packet) {
        int kind = packet.u8();
        switch (kind) {
            case PARCEL -> {
                Name to = Name.read(packet);
                NodeParcel parcel = NodeParcel.read(place, from, packet);
                place.migration()
                        .arrived(
                                from,
                                place.residents()
                                        .names()
                                        .locate(to, place.site().self()),
                                parcel);
            }
            case CREATE -> {
                Address made = place.wire().readAddress(packet);
                Messenger comes = place.wire().readMessenger(from, packet);
                place.creations().asked(from, made, comes);
            }
            case BROADCAST -> place.broadcasts().told(from, packet);
            case RETURNED -> place.journeys().returned(packet);
            case CREATIONS -> place.creations().told(from, packet);
            case CODE -> place.codes().told(from, packet);
            case KILL -> place.kills().told(from, packet);
            case FINDING -> place.finding().told(from, packet);
            case ACCESS -> place.accesses().told(from, packet);
            case FAULTS -> place.faultWatch().told(from, packet);
            case LOAD -> place.placement().told(from, packet);
            default -> throw new MalformedException("a packet of messengers of kind " + kind + "; there are 0 to 10");
        }
    }
}
