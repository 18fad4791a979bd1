package org.sojourn.kernel.member;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Words;

/**
 * Packets for many places, one for each, along a spanning tree of the places.
 *
 * <p><b>Purpose.</b> A packet reaches p places in about log p steps, and no place sends it on to more than about log p
 * others. (Broadcast on a "hypercube-like minimum spanning tree": W. Kim and G. Agha, <i>Efficient Support of Location
 * Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995.)
 *
 * <p><b>The tree</b> isn't kept anywhere: a packet names the places of its branch. A place with others to reach sends
 * the packet to the first of one half of them, which sends it on to that half; then to the first of half of the rest,
 * and so on. So no place has to know how others see the membership, and an unreachable place is left out where that is
 * found.
 *
 * <p><b>Order.</b> A packet along a tree keeps its place among all that its first sender sends to the same receiver
 * under the same order key, directly or along trees:
 *
 * <ul>
 *   <li>Before it is sent, its place is {@linkplain #reserve reserved}: it gets the next number for each receiver and
 *       key.
 *   <li>If direct packets were sent since the last number, a marker follows them on the direct link ({@link
 *       PacketKind#BEHIND} with nothing in it), and the packet says that it waits for that marker.
 *   <li>Direct packets sent <em>after</em> it go in an envelope with that number, {@link PacketKind#BEHIND}, until the
 *       first sender knows that it has arrived. The receiver keeps them until then.
 * </ul>
 *
 * <p>So order costs nothing in the common case, with nothing direct between two broadcasts. Otherwise it costs a marker
 * for each receiver of a direct packet. Keys that may be used so are marked ({@link #SHARED}).
 *
 * <p><b>Lost places.</b> Each place keeps what it has sent on until all of the branch have it ({@link
 * PacketKind#TAKEN}). If the first place of a branch is lost, the place before it sends to the rest of that branch once
 * more, in a tree of its own; a place that has the packet already knows it by its number. So while the first sender and
 * a receiver both stay members, the receiver gets the packet exactly once, whatever places between are lost. If the
 * first sender is lost, places that know of it take nothing of it any more, whichever way it comes: some places have
 * the packet then, and others don't. A place that can't reach another, because it doesn't know it yet, tells the place
 * before it, which may.
 *
 * <p><b>Restarted places.</b> A packet may come by a neighbour before this place has heard that its first sender
 * succeeds a member that is known here. For all that this place knows the first sender may be a predecessor, of which
 * nothing counts. So the packet is kept, unconfirmed, until the first sender is admitted: if it were discarded and
 * confirmed, all that follows under its key would wait for its number for ever. If the neighbour is lost, the place
 * before it sends once more; if the first sender is lost, the neighbour no longer waits. An invented first sender is
 * never admitted. So when more than {@link Bound#UNMET_SENDER_BYTES} is kept of what came by one neighbour, the first sender of
 * most of that is put out, and its packets go.
 *
 * <p><b>Wrong packets.</b> A place that sends on answers for the way: places and numbers. The first sender answers for
 * the content: it is put out if that is malformed, or names one invented member too many. The neighbour, which can't
 * tell, is not.
 *
 * <p><b>Termination.</b> A place is held active until all of its branches have the packet: it may have to send it
 * again. Packets on the tree and in envelopes are counted from place to place like all others.
 *
 * <p><b>Class names.</b> The value is encoded once, with the first sender's numbers, and sent on as it is. A definition
 * on the first sender's direct link may be slower than the tree, so the packet brings the names along until they are
 * known to have arrived.
 *
 * <p><b>Dropped.</b> Sending directly to all places: the sender is the bottleneck. Sending everything of a group along
 * its tree, so that order comes by itself: neighbours would talk by way of others. Holding direct packets back until
 * the tree has come through: a round trip for each change between the two. Confirming to the first sender: it would get
 * p confirmations.
 */
public final class Multicast {
    /** Set in the order keys that may be used along trees. */
    public static final long SHARED = Long.MIN_VALUE;

    private static final System.Logger LOG = System.getLogger(Multicast.class.getName());
    private static final int MAX_STOPS = Member.MAX_PLACE + 1;
    private static final int STOP_BYTES = 40;
    private static final byte[] NOTHING = {};

    private final Switchboard switchboard;
    private final Switchboard.Activity activity;

    /** Broadcasts that aren't known to have been taken, by ticket, in the order of sending. Guarded by this. */
    private final Map<Long, Branch> branches = new TreeMap<>();

    private long tickets;

    /** Packets that came before their first senders were admitted. Guarded by this. */
    private final Map<Member, List<Kept>> kept = new HashMap<>();

    /** How many bytes of them have come by each place. Guarded by this. */
    private final Map<Member, Long> keptBytes = new HashMap<>();

    /** A packet and the neighbour that has sent it on. */
    private record Kept(Peer by, byte[] packet) {}

    /**
     * A place on the tree.
     *
     * @param number of the packet, among all that its first sender has sent there under the key
     * @param isMarked whether it waits for a direct packet that says so
     * @param own the section for this place only
     */
    private record Stop(Member member, long number, boolean isMarked, byte[] own) {
        Stop with(byte[] section) {
            return new Stop(member, number, isMarked, section);
        }

        void write(PacketWriter packet) {
            packet.member(member);
            packet.i64(number).u8(isMarked ? 1 : 0).i32(own.length).tail(own);
        }

        static Stop read(PacketReader packet) {
            Member member = packet.member();
            long number = packet.i64();
            boolean isMarked = packet.u8() == 1;
            return new Stop(member, number, isMarked, packet.bytes(packet.i32()));
        }
    }

    /** A packet that this place has sent or sent on. Guarded by the multicast. */
    private static final class Task {
        final Member origin;
        final long orderKey;
        final int hops;

        /** Class names and the packet itself, as they are sent on. */
        final byte[] content;

        /** Given the places that can't be reached from here, once all others have it. */
        final Consumer<List<Member>> whenTaken;

        int open;
        final List<Member> unreached = new ArrayList<>(0);

        Task(Member origin, long orderKey, int hops, byte[] content, Consumer<List<Member>> whenTaken) {
            this.origin = origin;
            this.orderKey = orderKey;
            this.hops = hops;
            this.content = content;
            this.whenTaken = whenTaken;
        }
    }

    private record Branch(Task task, List<Stop> stops) {
        Member first() {
            return stops.get(0).member();
        }

        List<Stop> rest() {
            return stops.subList(1, stops.size());
        }
    }

    Multicast(Switchboard switchboard, Switchboard.Activity activity) {
        this.switchboard = switchboard;
        this.activity = activity;
        switchboard.on(PacketKind.TAKEN, (from, packet) -> taken(packet));
        switchboard.on(PacketKind.BEHIND, (from, packet) -> behind(switchboard.peer(from), packet));
    }

    // ---- the first sender -----------------------------------------------------------------------------------------

    /** A place in the order of what is sent to some places. {@link #send} must follow, whatever happens. */
    public final class Reserved {
        private final long orderKey;
        private final Map<Member, Stop> stops = new LinkedHashMap<>();

        private Reserved(long orderKey) {
            this.orderKey = orderKey;
        }

        /** {@return whether a place gets the packet: it was asked for, and is neither out nor unknown} */
        public boolean reaches(Member member) {
            return stops.containsKey(member);
        }

        /**
         * Sends the packet; once.
         *
         * @param common for all places, beginning with the kind
         * @param value the value at its end, or null
         * @param own sections for single places, which stand before the rest; other places get an empty one
         */
        public void send(PacketWriter common, @Nullable Encoded value, Map<Member, PacketWriter> own) {
            own.forEach(
                    (member, section) -> stops.computeIfPresent(member, (any, stop) -> stop.with(section.fields())));
            int[] classes = value == null ? new int[0] : value.classes();
            byte[] content = content(classes, value == null ? common : common.tail(value.bytes()));
            begin(
                    new Task(switchboard.self(), orderKey, 1, content, unreached -> arrived(classes, unreached)),
                    stops.values());
        }

        private byte[] content(int[] classes, PacketWriter packet) {
            PacketWriter content = new PacketWriter(PacketKind.MULTICAST, 64);
            int[] unknown = IntStream.of(classes)
                    .filter(number -> !stops.keySet().stream()
                            .allMatch(each -> switchboard.peer(each).known.has(number)))
                    .toArray();
            content.i32(unknown.length);
            for (int number : unknown) {
                content.i32(number).text(switchboard.className(number));
            }
            return content.tail(packet.toBytes()).fields();
        }

        private void arrived(int[] classes, List<Member> unreached) {
            for (Member each : stops.keySet()) {
                Peer peer = switchboard.peer(each);
                if (!unreached.contains(each)) {
                    peer.known.add(classes);
                }
                Peer.Outgoing outgoing = peer.outgoing(orderKey);
                synchronized (outgoing) {
                    outgoing.open--;
                }
            }
        }
    }

    /**
     * Takes a place in the order of what this place sends to others under a key: behind all that was sent, before all
     * that will be.
     *
     * @param orderKey has {@link #SHARED} set
     * @param to those that are out or unknown are left out
     */
    public Reserved reserve(long orderKey, Collection<Member> to) {
        Reserved reserved = new Reserved(orderKey);
        for (Member member : to) {
            Peer peer = member.equals(switchboard.self()) ? null : switchboard.addressee(member);
            if (peer != null && peer.standing() != Peer.Standing.OUT && !peer.leaving.isAtLeast(Peer.Leaving.SETTLED)) {
                Peer.Outgoing outgoing = peer.outgoing(orderKey);
                synchronized (outgoing) {
                    outgoing.number++;
                    outgoing.open++;
                    reserved.stops.put(member, new Stop(member, outgoing.number, outgoing.isUsed, NOTHING));
                    if (outgoing.isUsed) {
                        switchboard.post(peer, orderKey, behind(orderKey, outgoing.number));
                        outgoing.isUsed = false;
                    }
                }
            }
        }
        return reserved;
    }

    private static PacketWriter behind(long orderKey, long number) {
        return new PacketWriter(PacketKind.BEHIND, 16).i64(orderKey).i64(number);
    }

    /** Sends a packet directly, under a key that may be used along trees. */
    boolean sendDirectly(Peer peer, long orderKey, PacketWriter packet) {
        Peer.Outgoing outgoing = peer.outgoing(orderKey);
        synchronized (outgoing) {
            outgoing.isUsed = true;
            return switchboard.post(
                    peer,
                    orderKey,
                    outgoing.open == 0
                            ? packet
                            : behind(orderKey, outgoing.number).tail(packet.toBytes()));
        }
    }

    // ---- every sender ---------------------------------------------------------------------------------------------

    private void begin(Task task, Collection<Stop> stops) {
        activity.hold();
        send(task, () -> spread(task, stops));
    }

    /** Sends with the lock held. The task is over if nothing of it is open then, also if the sending has failed. */
    private void send(Task task, Runnable sending) {
        boolean isOver = false;
        try {
            synchronized (this) {
                try {
                    sending.run();
                } finally {
                    isOver = task.open == 0;
                }
            }
        } finally {
            if (isOver) {
                over(task);
            }
        }
    }

    /**
     * Gives half of the places to the first of them, half of the rest to the next, and so on. Those to which sending fails count as
     * unreached. With the lock held.
     */
    private void spread(Task task, Collection<Stop> stops) {
        List<Stop> left = new ArrayList<>(stops);
        try {
            while (!left.isEmpty()) {
                List<Stop> half = left.subList(left.size() / 2, left.size());
                Branch branch = new Branch(task, List.copyOf(half));
                boolean isSent = isSent(branch);
                half.clear();
                if (isSent) {
                    task.open++;
                } else {
                    task.unreached.add(branch.first());
                    left.addAll(branch.rest());
                }
            }
        } finally {
            left.forEach(stop -> task.unreached.add(stop.member()));
        }
    }

    private boolean isSent(Branch branch) {
        Task task = branch.task();
        PacketWriter packet = new PacketWriter(
                PacketKind.MULTICAST, STOP_BYTES * (branch.stops().size() + 1) + task.content.length);
        packet.member(task.origin);
        packet.u8(task.hops)
                .i64(task.orderKey)
                .i64(++tickets)
                .i32(branch.stops().size());
        branch.stops().forEach(stop -> stop.write(packet));
        branches.put(tickets, branch);
        boolean isSent = false;
        try {
            isSent = switchboard.send(branch.first(), tickets, packet.tail(task.content));
        } finally {
            if (!isSent) {
                branches.remove(tickets);
            }
        }
        return isSent;
    }

    /** All branches have the packet, or can't be reached from here. */
    private void over(Task task) {
        task.whenTaken.accept(task.unreached);
        activity.release();
    }

    private void confirm(Member to, long ticket, List<Member> unreached) {
        PacketWriter packet = new PacketWriter(PacketKind.TAKEN, 16 + 12 * unreached.size());
        packet.i64(ticket).i32(unreached.size());
        unreached.forEach(packet::member);
        switchboard.send(to, 0, packet);
    }

    private void taken(PacketReader packet) {
        long ticket = packet.i64();
        List<Member> unreached = new ArrayList<>();
        for (int i = packet.count(MAX_STOPS); i > 0; i--) {
            unreached.add(packet.member());
        }
        Branch branch;
        synchronized (this) {
            branch = branches.remove(ticket);
        }
        if (branch == null) {
            return;
        }
        Task task = branch.task();
        send(task, () -> {
            task.open--;
            for (Stop stop : branch.rest()) {
                if (unreached.contains(stop.member())) {
                    spread(task, List.of(stop));
                }
            }
        });
    }

    /** Puts a lost place out of all trees: this place sends on for it, and what it has begun has no more meaning. */
    void lost(Member member) {
        List<Task> ended = new ArrayList<>();
        synchronized (this) {
            forgetKept(member);
            kept.values().forEach(all -> all.removeIf(each -> each.by().member.equals(member)));
            kept.values().removeIf(List::isEmpty);
            keptBytes.remove(member);
            for (Map.Entry<Long, Branch> each : List.copyOf(branches.entrySet())) {
                Branch branch = each.getValue();
                Task task = branch.task();
                boolean isVain = task.origin.equals(member);
                if (isVain || branch.first().equals(member)) {
                    branches.remove(each.getKey());
                    task.open--;
                    if (!isVain) {
                        spread(task, branch.rest());
                    }
                    if (task.open == 0) {
                        ended.add(task);
                    }
                }
            }
        }
        ended.forEach(this::over);
    }

    // ---- every receiver -------------------------------------------------------------------------------------------

    /**
     * Takes a packet along a tree, sent on by a neighbour. With the locks of both peers held.
     *
     * @return what is wrong with what the first sender has sent, or null
     */
    @Nullable
    MalformedException arrived(Member from, Peer origin, PacketReader packet) {
        int hops = packet.u8();
        long orderKey = packet.i64();
        long ticket = packet.i64();
        List<Stop> stops = new ArrayList<>();
        for (int i = packet.count(MAX_STOPS); i > 0; i--) {
            stops.add(Stop.read(packet));
        }
        if (stops.isEmpty() || !stops.get(0).member().equals(switchboard.self()) || orderKey >= 0) {
            throw new MalformedException("a packet along a tree that isn't for " + switchboard.self()
                    + ", or under the order key " + orderKey + ", which isn't for trees");
        }
        byte[] content = packet.bytes(packet.remaining());
        boolean isLast = stops.size() == 1;
        MalformedException wrong = null;
        if (origin.standing() == Peer.Standing.OUT) {
            confirm(from, ticket, List.of());
        } else {
            if (!isLast) {
                Task task = new Task(origin.member, orderKey, hops + 1, content, all -> confirm(from, ticket, all));
                begin(task, stops.subList(1, stops.size()));
            }
            Stop mine = stops.get(0);
            try {
                Incoming incoming = origin.incoming(orderKey);
                incoming.alongTree(mine.number(), mine.isMarked(), own(origin, mine, content));
                handle(origin, incoming);
            } catch (MalformedException e) {
                wrong = e;
            } finally { // also if code of the program has failed: the neighbour waits, and can do nothing about it
                if (isLast) {
                    confirm(from, ticket, List.of());
                }
            }
        }
        return wrong;
    }

    /**
     * Keeps a packet of which it isn't known whether its first sender counts. With the neighbour's lock held.
     *
     * @return null, or the first sender of most of what came by this neighbour, if that is too much
     */
    @Nullable
    synchronized Member keep(Peer by, Member origin, byte[] packet) {
        kept.computeIfAbsent(origin, any -> new ArrayList<>(1)).add(new Kept(by, packet));
        if (keptBytes.merge(by.member, (long) packet.length, Long::sum) <= Bound.UNMET_SENDER_BYTES.value()) {
            return null;
        }
        Comparator<Map.Entry<Member, List<Kept>>> byBytes = Comparator.comparingLong(each -> each.getValue().stream()
                .filter(one -> one.by().equals(by))
                .mapToLong(one -> one.packet().length)
                .sum());
        return Collections.max(kept.entrySet(), byBytes).getKey();
    }

    private List<Kept> forgetKept(Member origin) {
        List<Kept> all = kept.remove(origin);
        if (all == null) {
            return List.of();
        }
        for (Kept each : all) {
            keptBytes.merge(each.by().member, (long) -each.packet().length, Long::sum);
        }
        return all;
    }

    /** Takes the packets that a member sent before it was admitted. Each is taken once, whoever calls. */
    void admitted(Member origin) {
        List<Kept> all;
        synchronized (this) {
            all = forgetKept(origin);
        }
        for (Kept each : all) {
            try {
                switchboard.take(each.by(), each.packet());
            } catch (MalformedException e) {
                switchboard.lost(each.by().member, "it sent a packet that no correct place sends: " + e.getMessage());
            } catch (RuntimeException | Error e) { // of user code; no reason not to take the others
                LOG.log(
                        ERROR,
                        "a packet of " + origin + " that came by " + each.by().member + " could not be handled",
                        Words.printable(e));
            }
        }
    }

    /** The packet as if it had come directly: the section for this place stands before what is for all. */
    private static byte[] own(Peer origin, Stop stop, byte[] content) {
        PacketReader reader = origin.reader(content);
        for (int i = reader.count(content.length); i > 0; i--) {
            origin.inbound().define(reader.i32(), reader.text());
        }
        PacketWriter packet = new PacketWriter(PacketKind.of(reader.u8()), stop.own().length + reader.remaining() + 4);
        return packet.i32(stop.own().length)
                .tail(stop.own())
                .tail(reader.bytes(reader.remaining()))
                .toBytes();
    }

    /** Takes a direct packet that has its place behind others. With the peer's lock held. */
    private void behind(Peer peer, PacketReader packet) {
        Incoming incoming = peer.incoming(packet.i64());
        long number = packet.i64();
        incoming.direct(number, packet.remaining() == 0 ? null : packet.bytes(packet.remaining()));
        handle(peer, incoming);
    }

    /** Reads an envelope's head; returns whether a packet follows. */
    static boolean isEnvelope(PacketReader packet) {
        packet.i64();
        packet.i64();
        return packet.remaining() > 0;
    }

    /** Handles all whose turn it is. One that fails in code of the program keeps none back that is behind it. */
    private void handle(Peer peer, Incoming incoming) {
        Throwable failure = null;
        for (byte[] next = incoming.next(); next != null; next = incoming.next()) {
            try {
                switchboard.handle(peer, next);
            } catch (MalformedException e) {
                throw e; // nothing more of this peer counts
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}
