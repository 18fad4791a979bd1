package org.sojourn.messengers.network;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.GuestPackets;

/**
 * Messengers that are to be ended, wherever they are.
 *
 * <p>Nobody knows where a messenger is but the place that has it. So all places are told, and each notes the id until it hears that it
 * has been struck. A place looks at its own at once; a messenger on its way is met where it arrives, since all places have the id by
 * then or will have it while it is there. It is struck where it would run next; those that wait are taken out of their lists. It is struck
 * once, as there is one of it: copies have ids of their own.
 *
 * <p>An id of a messenger that has ended already is noted for nothing; of the noted ones the oldest goes beyond {@value #MOST}.
 */
final class Kills {
    private static final int MOST = 65_536;
    private static final int KILL = 0;
    private static final int DONE = 1;

    private final Nodes place;

    /** Guarded by itself. */
    private final Set<Name> noted = new LinkedHashSet<>();

    /** Whether any is noted: the one thing that a messenger that runs looks at. */
    private volatile boolean any;

    Kills(Nodes place) {
        this.place = place;
    }

    /** Has a messenger ended, wherever it is. */
    void kill(Name id) {
        note(id);
        tell(KILL, id);
    }

    private void tell(int what, Name id) {
        for (Member each : place.placement().neighbours()) {
            PacketWriter packet = GuestPackets.packet(Nodes.NUMBER, PacketKind.GUEST, 32)
                    .u8(Nodes.KILL)
                    .u8(what);
            id.write(packet);
            place.site().switchboard().send(each, id.orderKey(), packet);
        }
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        Name id = Name.read(packet);
        if (what == KILL) {
            note(id);
        } else {
            forget(id);
        }
    }

    private void note(Name id) {
        synchronized (noted) {
            noted.add(id);
            Iterator<Name> oldest = noted.iterator();
            while (noted.size() > MOST) {
                oldest.next();
                oldest.remove();
            }
            any = true;
        }
        for (Lane each : place.lanes()) {
            each.offer(new Item() {
                @Override
                void go(LaneTurn turn) {
                    look(each);
                }
            });
            each.wake();
        }
    }

    private boolean forget(Name id) {
        synchronized (noted) {
            boolean was = noted.remove(id);
            any = !noted.isEmpty();
            return was;
        }
    }

    /** Whether a messenger that is about to run is to be ended instead. */
    boolean strikes(Messenger messenger) {
        if (!any || !forget(messenger.id)) {
            return false;
        }
        tell(DONE, messenger.id);
        return true;
    }

    /** Ends those that wait at nodes of a lane. In its turn. */
    private void look(Lane lane) {
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node && node.lane == lane) {
                node.remove(this::strikes).forEach(place::ended);
            }
        }
        place.outdoors().strike(lane, this::strikes);
    }
}
