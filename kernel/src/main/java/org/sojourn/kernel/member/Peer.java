package org.sojourn.kernel.member;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/**
 * What this place keeps about one incarnation of another place: its standing, the class numbers that were exchanged,
 * and the counters of basic packets for termination detection.
 */
final class Peer {
    /** Where a member stands with this place; it only moves down this list. */
    enum Standing {
        /** Only other places have named it. */
        HEARD_OF,
        /** The launcher or a handshake named it; no view has shown it yet. */
        EXPECTED,
        /** Seen in a view. */
        IN,
        /** Out for good. */
        OUT
    }

    private static final BitSet NONE = new BitSet();

    final Member member;
    private final Function<Peer, Codec.Inbound> decoders;

    /** For readers of its packets. */
    private final PacketReader.Values values = new PacketReader.Values() {
        @Override
        public Object decode(byte[] bytes, int offset, int length) {
            return decoding(() -> inbound().decode(bytes, offset, length));
        }

        @Override
        public Object decodePart(byte[] bytes, int offset, int length) {
            return decoding(() -> inbound().decodePart(bytes, offset, length));
        }
    };

    private final Member self;

    /** Called by readers of its packets for each member that they name. */
    private final Consumer<Member> names;

    /** The members that only it has named. */
    final Hearsay hearsay = new Hearsay();

    /** Made for the first value: most places never talk to each other. Guarded by this. */
    private Codec.@Nullable Inbound inbound;

    /** Basic packets handed to the links; incremented before the packet can leave. Pairs with the read in a sample. */
    final AtomicLong sent = new AtomicLong();

    /** Basic packets whose work was enqueued; incremented after the enqueue. Pairs with the read in a sample. */
    final AtomicLong received = new AtomicLong();

    /** Held while a class is named to the peer. Not the peer's own lock, which is held while its packets are taken. */
    final Object naming = new Object();

    /** Guarded by this; volatile, so that senders read it without the lock. */
    private volatile Standing standing = Standing.HEARD_OF;

    /**
     * The classes whose names were enqueued towards the peer. Replaced, never changed, under {@link #naming}; read
     * without it: a sender that sees a bit set enqueues its packet after the definition.
     */
    private volatile BitSet announced = NONE;

    /**
     * The classes whose names are known to have arrived at the peer along a tree. Replaced, never changed, under {@link
     * #naming}; read without it: a sender that misses a bit names the class once more.
     */
    private volatile BitSet known = new BitSet();

    /** What was sent to the peer under each order key that may be used along trees. */
    private final Map<Long, Outgoing> outgoing = new ConcurrentHashMap<>();

    /** What has come along trees that began at the peer, by order key. Guarded by this. */
    private final Map<Long, Incoming> incoming = new HashMap<>();

    /**
     * What is being decoded of its packets. Written with the lock held, by releases, which pair with the reads of
     * observers; those may see it a little later.
     */
    private final AtomicReference<@Nullable Opening> opening = new AtomicReference<>();

    Peer(Member self, Member member, Function<Peer, Codec.Inbound> decoders, BiConsumer<Peer, Member> names) {
        this.self = self;
        this.member = member;
        this.decoders = decoders;
        this.names = named -> names.accept(this, named);
    }

    /** Clears an interrupt that code of the program may leave: it would have the links close their connections. */
    private Object decoding(Supplier<Object> decode) {
        Opening outer = opening.getPlain();
        opening.setRelease(new Opening(self, member));
        try {
            return decode.get();
        } finally {
            opening.setRelease(outer);
            Thread.interrupted();
        }
    }

    @Nullable
    Opening opening() {
        return opening.getAcquire();
    }

    /**
     * Hands the links a packet for the peer. It is counted before, since it may arrive at once; one that the links
     * don't take never will.
     */
    void give(Links links, long orderKey, PacketWriter packet) {
        PacketKind kind = packet.kind();
        if (kind.isBasic()) {
            sent.incrementAndGet();
        }
        try {
            links.send(member, kind.lane(), orderKey, packet.toBytes());
        } catch (RuntimeException | Error e) {
            if (kind.isBasic()) {
                sent.decrementAndGet();
            }
            throw e;
        }
    }

    /** Reads a packet of the peer, and counts the members that it names. */
    PacketReader reader(byte[] packet) {
        return new PacketReader(packet, values, names);
    }

    /** Reads what this place has sent to the peer, which names nobody to this place. */
    PacketReader readerOfOwn(byte[] packet) {
        return new PacketReader(packet, values, named -> {});
    }

    /** Decodes its packets. With the lock held. */
    Codec.Inbound inbound() {
        Codec.Inbound made = inbound;
        if (made == null) {
            made = decoders.apply(this);
            inbound = made;
        }
        return made;
    }

    Standing standing() {
        return standing;
    }

    /**
     * Moves the standing down the list, never up. With the lock held.
     *
     * @return the standing before
     */
    Standing standing(Standing next) {
        Standing before = standing;
        if (next.compareTo(before) > 0) {
            standing = next;
        }
        return before;
    }

    /** Whether it counts as a member: others are told of it, and it takes part in what all do. */
    boolean isMember() {
        Standing now = standing;
        return now == Standing.EXPECTED || now == Standing.IN;
    }

    /** Returns when the packet that is just being taken from this member has been, if there is one. */
    synchronized void awaitTaken() {
        // The lock is held while a packet is taken.
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

    boolean isKnown(int number) {
        return known.get(number);
    }

    void known(int[] numbers) {
        synchronized (naming) {
            BitSet next = (BitSet) known.clone();
            for (int number : numbers) {
                next.set(number);
            }
            known = next;
        }
    }

    Outgoing outgoing(long orderKey) {
        Outgoing found = outgoing.get(orderKey);
        return found != null ? found : outgoing.computeIfAbsent(orderKey, key -> new Outgoing());
    }

    /** Call with the lock held. */
    Incoming incoming(long orderKey) {
        return incoming.computeIfAbsent(orderKey, key -> new Incoming());
    }
}
