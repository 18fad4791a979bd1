package org.sojourn.kernel.member;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/**
 * What this place keeps of one incarnation of another place: its standing, the class numbers that were exchanged, and
 * the counters of basic packets for termination detection.
 */
final class Peer {
    /** Where a member stands with this place ({@link Switchboard}); it only moves down this list. */
    enum Standing {
        /** Named by other places only. */
        HEARD_OF,
        /** Named by the launcher or a handshake; no view has shown it yet. */
        EXPECTED,
        /** Seen in a view. */
        IN,
        /** Out for good. */
        OUT
    }

    /** How far a member is with leaving the run, each one after the other. */
    enum Leaving {
        /** It doesn't leave. */
        STAYS,
        /** Nothing new may begin there. */
        CLOSED,
        /** Nothing new may be sent there either. */
        SETTLED,
        /** It has nothing more to do with the run, and its going loses nothing. */
        PARTED;

        boolean isAtLeast(Leaving other) {
            return compareTo(other) >= 0;
        }
    }

    /** Packets that this place has sent to the peer under one order key, directly and along trees. Guarded by itself. */
    static final class Outgoing {
        /** The number of the last packet for the peer along a tree. */
        long number;

        /** How many of these packets may not have arrived. While some may not, direct packets say which one they follow. */
        int open;

        /** Whether anything was sent directly since the last of them. */
        boolean isUsed;
    }

    /** Numbers of classes. Added to with its lock held, read without. */
    static final class Numbers {
        /** Replaced, never changed. */
        private volatile BitSet bits = new BitSet();

        boolean has(int number) {
            return bits.get(number);
        }

        synchronized void add(int... numbers) {
            BitSet next = (BitSet) bits.clone();
            for (int number : numbers) {
                next.set(number);
            }
            bits = next;
        }
    }

    final Member member;
    private final Function<Peer, Codec.Inbound> decoders;
    private final Member self;

    /** Called for each member that its packets name. */
    private final Consumer<Member> names;

    final Hearsay hearsay = new Hearsay();

    /** Made for the first value, as most places never talk to each other. Guarded by this. */
    private Codec.@Nullable Inbound inbound;

    /** Basic packets handed to the links; incremented before the packet can leave. Pairs with the read in a sample. */
    final AtomicLong sent = new AtomicLong();

    /**
     * Basic packets whose work was enqueued; incremented after the enqueue, by the thread that takes the peer's packets, one at a
     * time. Pairs with the read in a sample.
     */
    final AtomicLong received = new AtomicLong();

    /** Whether it went out without having been more than a name here. Written before watchers are told. */
    volatile boolean isStranger;

    /** How far it is with leaving the run. Set by the links' thread; senders read it. */
    volatile Leaving leaving = Leaving.STAYS;

    /** Written with the lock held; senders read it without. */
    private volatile Standing standing = Standing.HEARD_OF;

    /**
     * The classes whose names were enqueued towards the peer, added with this lock held while that is done: a sender
     * that sees one enqueues its packet after the definition. Not the peer's own lock, which is held while its packets
     * are taken.
     */
    final Numbers announced = new Numbers();

    /** The classes whose names have arrived at the peer along a tree; a sender that misses one names it once more. */
    final Numbers known = new Numbers();

    /** By order keys that may be used along trees. */
    private final Map<Long, Outgoing> outgoing = new ConcurrentHashMap<>();

    /** By order key, what has come along trees that began at the peer. Guarded by this. */
    private final Map<Long, Incoming> incoming = new HashMap<>();

    /**
     * One more when the decoding of a value begins, and when it ends: odd meanwhile. Written with the lock held, by releases, which pair
     * with the reads of observers.
     */
    private final AtomicInteger decodings = new AtomicInteger();

    /** The thread that decodes. Written before the number is odd. */
    private @Nullable Thread decoder;

    /** What was observed last. Guarded by {@link #decodings}: the peer's own lock is held while a value is decoded. */
    private @Nullable Opening opening;

    Peer(Member self, Member member, Function<Peer, Codec.Inbound> decoders, BiConsumer<Peer, Member> names) {
        this.self = self;
        this.member = member;
        this.decoders = decoders;
        this.names = named -> names.accept(this, named);
    }

    /**
     * Shows what is being decoded. Clears an interrupt that the program may leave: the links would close their
     * connections.
     */
    Object decoding(Function<Codec.Inbound, Object> decode) {
        int before = decodings.getPlain();
        boolean isOuter = !isOpen(before);
        if (isOuter) {
            Thread here = Thread.currentThread();
            if (decoder != here) {
                decoder = here;
            }
            decodings.setRelease(before + 1);
        }
        try {
            return decode.apply(inbound());
        } finally {
            if (isOuter) {
                decodings.setRelease(before + 2);
            }
            Thread.interrupted();
        }
    }

    private static boolean isOpen(int number) {
        return (number & 1) == 1;
    }

    /** What is being decoded of its packets, the same as long as that lasts; null if nothing is. By any thread. */
    @Nullable
    Opening opening() {
        synchronized (decodings) {
            int number = decodings.getAcquire();
            Thread thread = decoder;
            if (!isOpen(number) || thread == null) {
                return null;
            }
            Opening known = opening;
            if (known == null || known.number != number) {
                known = new Opening(self, member, thread, number);
                opening = known;
            }
            return known;
        }
    }

    /**
     * Hands the links a packet for the peer. It is counted before, as it may arrive at once; but not if the links don't
     * take it.
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
        return new PacketReader(packet, this, names);
    }

    /** Reads a packet of this place's own for the peer, which names nobody to this place. */
    PacketReader readerOfOwn(byte[] packet) {
        return new PacketReader(packet, this, named -> {});
    }

    /** The work of a basic packet is enqueued. By the thread that takes the peer's packets. */
    void hasReceived() {
        received.setRelease(received.getPlain() + 1);
    }

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

    /** Moves the standing down the list, never up, and returns the one before. With the lock held. */
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

    /** Returns when the packet that is just being taken from this member has been. */
    synchronized void awaitTaken() {
        // The lock is held while a packet is taken.
    }

    Outgoing outgoing(long orderKey) {
        Outgoing found = outgoing.get(orderKey);
        return found != null ? found : outgoing.computeIfAbsent(orderKey, key -> new Outgoing());
    }

    /** With the lock held. */
    Incoming incoming(long orderKey) {
        return incoming.computeIfAbsent(orderKey, key -> new Incoming());
    }
}
