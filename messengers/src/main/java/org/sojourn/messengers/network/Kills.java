package org.sojourn.messengers.network;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/**
 * Messengers that are to be ended, wherever they are.
 *
 * <p>Nobody knows where a messenger is but the place that has it. So all places are told, and each notes the id until it hears that it has
 * been struck. It hears of both from the place that wants the messenger ended, first of the one and then of the other. A place looks at its
 * own at once; a messenger on its way is met where it arrives, since all places have the id by then or will have it while it is there. It
 * is struck where it would run next; those that wait are taken out of their lists. It is struck once, as there is one of it: copies have
 * ids of their own.
 *
 * <p>An id of a messenger that has ended already is noted for nothing; of the noted ones the oldest goes beyond {@value #MOST}.
 */
final class Kills {
    private static final int MOST = 65_536;
    private static final int KILL = 0;
    private static final int STRUCK = 1;
    private static final int DONE = 2;

    private final Nodes place;

    /** With the places that want it: what a messenger that runs looks at. */
    private final Map<Name, Member> noted = new ConcurrentHashMap<>();

    /** In which order they came; some are struck by now. */
    private final Queue<Name> order = new ConcurrentLinkedQueue<>();

    private final AtomicInteger ordered = new AtomicInteger();

    /** For each lane, whether it is about to look at those that wait. One look does for several kills. */
    private final AtomicIntegerArray looks;

    Kills(Nodes place, int lanes) {
        this.place = place;
        this.looks = new AtomicIntegerArray(lanes);
    }

    /** Has a messenger ended, wherever it is. */
    void kill(Name id) {
        note(id, place.site().self());
        place.placement().neighbours().forEach(each -> tell(each, KILL, id));
    }

    /** A place has joined: a messenger that is to be ended may get there. */
    void joined(Member member) {
        noted.forEach((id, killer) -> {
            if (killer.equals(place.site().self())) {
                tell(member, KILL, id);
            }
        });
    }

    private void tell(Member to, int what, Name id) {
        PacketWriter packet = Packets.of(Packets.KILL, 32).u8(what);
        id.write(packet);
        place.site().switchboard().send(to, id.orderKey(), packet);
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        Name id = Name.read(packet);
        switch (what) {
            case KILL -> note(id, from);
            case STRUCK -> done(id);
            case DONE -> noted.remove(id);
            default -> throw new MalformedException("a word on a kill of kind " + what + "; there are 0 to 2");
        }
    }

    /** A messenger that this place wanted to end has been struck. */
    private void done(Name id) {
        noted.remove(id);
        place.placement().neighbours().forEach(each -> tell(each, DONE, id));
    }

    private void note(Name id, Member killer) {
        if (noted.putIfAbsent(id, killer) == null) {
            order.add(id);
            if (ordered.incrementAndGet() > 2 * MOST) {
                forgetOldest();
            }
        }
        Lane[] lanes = place.lanes();
        for (int i = 0; i < lanes.length; i++) {
            if (looks.compareAndSet(i, 0, 1)) {
                lanes[i].offer(new Look(lanes[i], i));
                lanes[i].wake();
            }
        }
    }

    /** Brings the order up to date, and has at most {@value #MOST} left. */
    private synchronized void forgetOldest() {
        if (ordered.get() <= 2 * MOST) {
            return;
        }
        order.removeIf(each -> !noted.containsKey(each) && ordered.decrementAndGet() >= 0);
        while (ordered.get() > MOST) {
            Name oldest = order.poll();
            if (oldest == null) {
                return;
            }
            ordered.decrementAndGet();
            noted.remove(oldest);
        }
    }

    /** Whether a messenger that is about to run is to be ended instead. */
    boolean strikes(Messenger messenger) {
        Member killer = noted.isEmpty() ? null : noted.remove(messenger.id);
        if (killer == null) {
            return false;
        }
        if (killer.equals(place.site().self())) {
            done(messenger.id);
        } else {
            tell(killer, STRUCK, messenger.id);
        }
        return true;
    }

    /** Ends those that wait at nodes of a lane, in its turn. */
    private final class Look extends Item {
        private final Lane lane;
        private final int number;

        Look(Lane lane, int number) {
            this.lane = lane;
            this.number = number;
        }

        @Override
        void go(LaneTurn turn) {
            looks.set(number, 0); // a kill that is noted from now on has another look
            for (Sojourner each : place.residents().names().residents()) {
                if (each instanceof Node at && at.lane == lane) {
                    List<Messenger> struck = at.remove(Kills.this::strikes);
                    struck.forEach(place.ends()::ended);
                    if (!struck.isEmpty()) {
                        at.look();
                    }
                }
            }
            place.outdoors().strike(lane, Kills.this::strikes);
            place.functions().strike(lane, each -> noted.containsKey(each.id));
        }
    }
}
