package org.sojourn.kernel.move;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * Something for a {@link Sojourner}, wherever that lives: it can be held back, sent to another place, and there be sent on. The
 * parcels that one place sends to a name keep their order on the way. A room says what its parcels carry, by which packets they go,
 * and what it is to deliver them.
 */
public abstract class Parcel {
    private static final int MOST_PLACES = Bound.FORWARDINGS.intValue();

    private final Site site;

    private final Way way;

    /**
     * How a parcel has come.
     *
     * @param hops how many places have sent it on
     * @param guess the epoch of the guess by which it was sent here last
     * @param by the places that it has come by, each once; none if it was made here
     */
    public record Way(int hops, long guess, List<Member> by) {
        /** Of what was made here. */
        public static final Way NEW = new Way(0, 0, List.of());

        private static final int LARGE = 255;

        /** Where it was made is told by the link that it comes by; the list is in those packets only that were sent on. */
        public static Way read(Member from, PacketReader packet) {
            int hops = packet.u8();
            int small = packet.u8();
            long guess = small < LARGE ? small : packet.i64();
            if (hops == 0) {
                return new Way(1, guess, List.of(from));
            }
            List<Member> by = new ArrayList<>();
            for (int i = packet.count(MOST_PLACES); i > 0; i--) {
                by.add(packet.member());
            }
            if (!by.contains(from)) {
                by.add(from);
            }
            return new Way(hops + 1, guess, by);
        }

        PacketWriter write(PacketWriter packet, long next) {
            packet.u8(hops);
            if (next < LARGE) {
                packet.u8((int) next);
            } else {
                packet.u8(LARGE).i64(next);
            }
            if (hops > 0) {
                packet.i32(by.size());
                by.forEach(packet::member);
            }
            return packet;
        }
    }

    /** For subclasses. */
    protected Parcel(Site site, Way way) {
        this.site = site;
        this.way = way;
    }

    /** Writes how it has come, to be read by {@link Way#read}. */
    protected final PacketWriter writeWay(PacketWriter packet, long guess) {
        return way.write(packet, guess);
    }

    protected final Site site() {
        return site;
    }

    /** {@return how many places have sent it on; 0 for one that was made here} */
    public final int hops() {
        return way.hops();
    }

    /**
     * {@return the epoch of the guess by which it was sent here: what the sender knew of where the part is: 0 for one that was made
     * here}
     */
    public final long guess() {
        return way.guess();
    }

    /**
     * {@return whether a place that it has come by is out of the run by now: false for what keeps no order with anything} Such a
     * parcel isn't taken any more, as nothing is that comes from that place itself: what its sender sends later may go a shorter
     * way.
     */
    public boolean isStray() {
        List<Member> by = way.by();
        for (int i = 0; i < by.size(); i++) { // of each message that comes: without an iterator
            Member each = by.get(i);
            if (site().switchboard().isOut(each) && !site().switchboard().hasParted(each)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return whether it goes to the place where a part has exited even if it is known elsewhere that it has: true for what has to
     * be answered in order}
     */
    public boolean isForTheDead() {
        return false;
    }

    /** Makes what can be made before it is sent on. Not under a lock. */
    public void prepare() {}

    /**
     * It is held back. With the lock of the name's descriptor held.
     *
     * @param beside how much is held back for the same name, this included
     * @param before what mutes those who have sent that, if anything does
     * @return what does from now on
     */
    public @Nullable Withholding heldBack(Descriptor<Sojourner> to, int beside, @Nullable Withholding before) {
        return before;
    }

    /**
     * {@return the sojourner that a name means of which only mail is known, if it is to be created here; null if it isn't} With the lock
     * of its descriptor held.
     */
    public abstract @Nullable Sojourner expected(Name name);

    /**
     * {@return whether a sojourner can take it; false for one of another room} It can't be delivered to one that can't. By any thread,
     * perhaps under the lock of the descriptor.
     */
    public abstract boolean fits(Sojourner receiver);

    /**
     * Hands it to its receiver, which is here and {@linkplain #fits can take it}. Without locks, by any thread. A receiver that has left
     * meanwhile gets it by {@link Migration#post}.
     */
    public abstract void deliver(Sojourner to);

    /**
     * Leaves it with its receiver, which is here and doesn't run yet. Perhaps under the lock of its descriptor: nobody waits, and nothing
     * runs. The default delivers, which is right only if that does neither.
     */
    public void leave(Sojourner to) {
        deliver(to);
    }

    /**
     * Sends it to another place. With the lock of its descriptor held: what a program wrote is called by {@link #prepare}, before.
     *
     * @param guess in which epoch the receiver is believed to be there
     * @return false if that place is out
     */
    public abstract boolean send(Name to, Member at, long guess);

    /** It can't be delivered. Without locks. */
    public abstract void undeliverable(Descriptor<Sojourner> receiver, DeadLetters.Cause cause);
}
