package org.sojourn.kernel.site;

import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Member;

/**
 * Packets of which the kernel knows nothing but whose they are. A guest has a number, and for each way that packets go there is one
 * {@link Handler}:
 *
 * <ul>
 *   <li>{@link PacketKind#GUEST}: data, which keeps its order with all other data under one order key and may cause work;
 *   <li>{@link PacketKind#GUEST_CONTROL}: overtakes data, and only talks about the computation;
 *   <li>{@link PacketKind#GUEST_BULK}: behind all data that was sent before, large packets included, and may cause work.
 * </ul>
 *
 * <p>What may cause work is counted for termination at both ends: a run doesn't end while such a packet is on its way.
 */
public final class GuestPackets {
    /** Takes packets. Called by the links' thread; must be short. */
    @FunctionalInterface
    public interface Handler {
        void arrived(Member from, PacketReader packet);

        /** A data packet above the size of a frame was on its way when the other place was lost. */
        default void undelivered(Member to, PacketReader packet) {}
    }

    private final Switchboard switchboard;
    private final Registered<Handler> data;
    private final Registered<Handler> control;
    private final Registered<Handler> bulk;

    GuestPackets(Switchboard switchboard) {
        this.switchboard = switchboard;
        this.data = on(PacketKind.GUEST);
        this.control = on(PacketKind.GUEST_CONTROL);
        this.bulk = on(PacketKind.GUEST_BULK);
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {}

            @Override
            public void undelivered(Member member, PacketKind kind, PacketReader packet) {
                if (kind == PacketKind.GUEST) {
                    Handler handler = data.find(packet.u8());
                    if (handler != null) {
                        handler.undelivered(member, packet);
                    }
                }
            }
        });
    }

    private Registered<Handler> on(PacketKind kind) {
        Registered<Handler> handlers = new Registered<>("the packets of guest");
        switchboard.on(kind, (from, packet) -> handlers.of(packet.u8()).arrived(from, packet));
        return handlers;
    }

    /**
     * Registers what takes a guest's packets; before the start.
     *
     * @param kind one of the three
     * @throws IllegalStateException if the guest has registered one of that kind
     */
    public void on(int guest, PacketKind kind, Handler handler) {
        switch (kind) {
            case GUEST -> data.add(guest, handler);
            case GUEST_CONTROL -> control.add(guest, handler);
            case GUEST_BULK -> bulk.add(guest, handler);
            default ->
                throw new IllegalArgumentException(
                        kind + " is a packet of the kernel's own; a guest has GUEST, GUEST_CONTROL and GUEST_BULK");
        }
    }

    /** {@return a packet of a guest, to be sent by the switchboard} */
    public static PacketWriter packet(int guest, PacketKind kind, int bytes) {
        return new PacketWriter(kind, bytes + 1).u8(guest);
    }
}
