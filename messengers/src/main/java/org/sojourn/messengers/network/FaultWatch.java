package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.ERROR;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.MessengerFault;

/**
 * Tells programs of messengers that fail, at whichever place. A place with a listener says so to the others, and these tell it of their
 * faults from then on.
 */
final class FaultWatch {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");
    private static final int FAULT = 0;
    private static final int BEGINS = 1;
    private static final int ENDS = 2;

    private final Nodes place;
    private final List<Consumer<MessengerFault>> listeners = new CopyOnWriteArrayList<>();

    /** The other places that have listeners. */
    private final Set<Member> elsewhere = ConcurrentHashMap.newKeySet();

    FaultWatch(Nodes place) {
        this.place = place;
    }

    /** Has a program told, until what it gets is run. */
    Runnable add(Consumer<MessengerFault> listener) {
        Consumer<MessengerFault> own = listener::accept; // one that is added twice is told twice
        synchronized (this) {
            listeners.add(own);
            if (listeners.size() == 1) {
                tellAll(BEGINS);
            }
        }
        return () -> {
            synchronized (this) {
                if (listeners.remove(own) && listeners.isEmpty()) {
                    tellAll(ENDS);
                }
            }
        };
    }

    /** A place has joined, which hears whether there are listeners here. */
    synchronized void joined(Member member) {
        if (!listeners.isEmpty()) {
            place.site().switchboard().send(member, 0, packet(BEGINS));
        }
    }

    private void tellAll(int what) {
        for (Member each : place.placement().neighbours()) {
            place.site().switchboard().send(each, 0, packet(what));
        }
    }

    private static PacketWriter packet(int what) {
        return Packets.of(Packets.FAULTS, 64).u8(what);
    }

    /**
     * A messenger has failed here. Returns whether somebody hears of that.
     *
     * @param isTold whether somebody does who has injected it
     */
    boolean tell(MessengerFault fault, boolean isTold) {
        boolean isHeardHere = hear(fault) || isTold;
        boolean isHeard = isHeardHere;
        for (Member each : elsewhere) {
            PacketWriter packet = packet(FAULT)
                    .u8(isHeardHere ? 1 : 0)
                    .text(fault.place())
                    .text(fault.script())
                    .i32(fault.line())
                    .text(fault.node())
                    .text(fault.messenger())
                    .text(fault.sentence());
            isHeard |= place.site().switchboard().send(each, 0, packet);
        }
        return isHeard;
    }

    void told(Member from, PacketReader packet) {
        switch (packet.u8()) {
            case FAULT -> {
                boolean isHeardThere = packet.u8() != 0;
                MessengerFault fault = new MessengerFault(
                        packet.text(), packet.text(), packet.i32(), packet.text(), packet.text(), packet.text());
                if (!hear(fault) && !isHeardThere && elsewhere.isEmpty()) {
                    place.faults().unheard(fault.sentence()); // the listener was closed while this was on its way
                }
            }
            case BEGINS -> elsewhere.add(from);
            default -> elsewhere.remove(from);
        }
    }

    /** Returns whether there is a listener. */
    private boolean hear(MessengerFault fault) {
        boolean isHeard = false;
        for (Consumer<MessengerFault> each : listeners) {
            isHeard = true;
            place.site().policy().submit(() -> {
                try {
                    each.accept(fault);
                } catch (RuntimeException failed) {
                    LOG.log(
                            ERROR,
                            "a listener of messengers' faults has failed itself, told of: " + fault.sentence(),
                            failed);
                }
            });
        }
        return isHeard;
    }

    void lost(Member member) {
        elsewhere.remove(member);
    }
}
