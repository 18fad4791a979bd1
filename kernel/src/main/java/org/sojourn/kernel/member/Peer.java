package org.sojourn.kernel.member;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;

/**
 * What this place keeps about one incarnation of another place: its standing, the class numbers that were exchanged,
 * and the counters of basic packets that termination detection needs.
 */
final class Peer {
    /** Where a member stands with this place; it only moves down this list. */
    enum Standing {
        /** The launcher or a handshake named it, no view has shown it yet. */
        EXPECTED,
        /** Seen in a view. */
        IN,
        /** Out for good. */
        OUT
    }

    private static final BitSet NONE = new BitSet();

    final Member member;
    private final Supplier<Codec.Inbound> decoders;

    /** Made for the first packet: of many places most never talk to each other. Guarded by this. */
    private Codec.@Nullable Inbound inbound;

    /** Basic packets handed to the links; incremented before the packet can leave. Pairs with the read in a sample. */
    final AtomicLong sent = new AtomicLong();

    /** Basic packets whose work was enqueued; incremented after the enqueue. Pairs with the read in a sample. */
    final AtomicLong received = new AtomicLong();

    /** Held while a class is named to the peer. Apart from the peer's own lock, which is held while its packets are taken. */
    final Object naming = new Object();

    /** Guarded by this. Volatile as well, so that senders read it without the lock. */
    private volatile Standing standing = Standing.EXPECTED;

    /**
     * Classes whose names were enqueued towards the peer. Replaced, never changed, under {@link #naming}; read without it: who
     * sees a bit set here also enqueues its packet after the definition.
     */
    private volatile BitSet announced = NONE;

    Peer(Member member, Supplier<Codec.Inbound> decoders) {
        this.member = member;
        this.decoders = decoders;
    }

    /** What decodes its packets; call with the lock held. */
    Codec.Inbound inbound() {
        Codec.Inbound made = inbound;
        if (made == null) {
            made = decoders.get();
            inbound = made;
        }
        return made;
    }

    Standing standing() {
        return standing;
    }

    /** Moves the standing down the list, never up; call with the lock held. */
    void standing(Standing next) {
        if (next.compareTo(standing) > 0) {
            standing = next;
        }
    }

    boolean isAnnounced(int number) {
        return announced.get(number);
    }

    /** Call with {@link #naming} held, after the definition was enqueued. */
    void announced(int number) {
        BitSet next = (BitSet) announced.clone();
        next.set(number);
        announced = next;
    }
}
