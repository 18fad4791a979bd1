package org.sojourn.kernel.member;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Words;

/**
 * Packets for many places, one for each, along a spanning tree of the places.
 *
 * <p><b>Purpose.</b> The first sender of a packet for p places sends about log p packets, and the last place has its
 * own after about log p steps; the places between send on as many. (Broadcast on a "hypercube-like minimum spanning
 * tree": W. Kim and G. Agha, <i>Efficient Support of Location Transparency in Concurrent Object-Oriented Programming
 * Languages</i>, 1995.)
 *
 * <p><b>The tree</b> isn't kept anywhere: a packet names the places of its branch. A place that has to reach others
 * gives half of them to the first of that half, half of the rest to the next, and so on. So no place has to know how
 * others see the membership, and an unreachable place is left out where that is found.
 *
 * <p><b>Order.</b> A packet along a tree has its place among those that its first sender has sent directly to the same
 * receiver under the same order key, and among others along trees:
 *
 * <ul>
 *   <li>Before it is sent its place is {@linkplain #reserve reserved}: it gets the next number for each receiver and
 *       key.
 *   <li>If direct packets were sent since the last number, a marker follows them on the direct link ({@link
 *       PacketKind#BEHIND} with nothing in it), and the packet says that it waits for that marker.
 *   <li>Direct packets sent <em>after</em> it go in an envelope with that number, {@link PacketKind#BEHIND}, until the
 *       first sender knows that it has arrived. The receiver keeps them until then.
 * </ul>
 *
 * <p>So in the common case, nothing direct between two broadcasts, order costs nothing. Otherwise it costs a marker for
 * each receiver that was sent at least one direct packet. Both ends need the key to be one that may be used so ({@link
 * #SHARED}).
 *
 * <p><b>Lost places.</b> Each place keeps what it has sent on until all of the branch have it ({@link
 * PacketKind#TAKEN}). If the first place of a branch is lost, the place before it sends to the rest of that branch once
 * more, in a tree of its own. A place that has the packet already knows that by its number. So while the first sender
 * and a receiver both stay members, the receiver gets the packet exactly once, whatever places between are lost. If the
 * first sender itself is lost, the places that know take nothing of it any more, whichever way it comes: some places
 * have the packet then and others don't. If a place between can't reach another, since it doesn't know that one yet, it
 * tells the place before, which may.
 *
 * <p><b>Restarted places.</b> A packet may come by a neighbour before this place has heard that its first sender is the
 * successor of a member that is known here. It might as well be a predecessor, of which nothing counts. So the packet
 * is kept as it came, and unconfirmed, until the first sender is admitted: if it were confirmed and discarded, all that
 * follows under its key would wait for its number for ever. If the neighbour is lost, the place before it sends once
 * more; if the first sender is lost, the neighbour no longer waits. An invented first sender is never admitted. So when
 * more than {@link Bound#KEPT_BYTES} is kept of what came by one neighbour, the first sender of most of that is put
 * out, and its packets go.
 *
 * <p><b>Wrong packets.</b> A place that sends on answers for the way: places and numbers. The first sender answers for
 * the content: if that is malformed, or names one invented member too many, the first sender is put out, and not the
 * neighbour, which can't tell.
 *
 * <p><b>Termination.</b> A place that has sent on is held active until all of its branches have the packet: it may have
 * to send it again. Packets on the tree and in envelopes are counted from place to place as all others.
 *
 * <p><b>Class names.</b> The value is encoded once, with the numbers of the first sender, and sent on as it is. A
 * definition on the first sender's direct link may be slower than the tree; so the packet brings the names along until
 * they are known to have arrived.
 *
 * <p><b>Dropped.</b> Sending directly to all places: that makes the sender the bottleneck. Sending everything of a
 * group along its tree, so that the order comes by itself: neighbours would talk by way of others. Holding direct
 * packets back at the sender until the tree has come through: a round trip for each change between the two. Confirming
 * to the first sender: it would get p confirmations.
 */
public final class Multicast {
    /** Set in the order keys that may be used along trees. */
    public static final long SHARED = Long.MIN_VALUE;

    private static final System.Logger LOG = System.getLogger(Multicast.class.getName());

    private static final int MAX_STOPS = Member.MAX_PLACE + 1;
    private static final int STOP_BYTES = 40;

    private final Switchboard switchboard;
    private final Switchboard.Activity activity;

    /**
     * What isn't known to have been taken, in the order of sending, by the ticket that comes back then. Guarded by
     * this.
     */
    private final Map<Long, Branch> branches = new TreeMap<>();

    private long tickets;

    /** Packets along trees whose first senders aren't known to be members yet. Guarded by this. */
    private final Map<Member, List<Kept>> kept = new HashMap<>();

    /** How many bytes of them have come by each place. Guarded by this. */
    private final Map<Member, Long> keptBytes = new HashMap<>();

    /**
     * A packet that came before its first sender was admitted.
     *
     * @param by the neighbour that has sent it on
     * @param packet its bytes
     */
    private record Kept(Peer by, byte[] packet) {}

    /**
     * A place on the tree.
     *
     * @param number of the packet, among all that its first sender has sent there under the key
     * @param isMarked whether it waits for a direct packet that says so
     * @param own the section for this place only
     */
    private record Stop(Member member, long number, boolean isMarked, byte[] own) {
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

        /** The place that it came from, and that place's ticket; null at its first sender. */
        final @Nullable Member before;

        final long ticket;

        /** Run at its first sender when all have it. */
        final Runnable whenTaken;

        int open;
        final List<Member> unreached = new ArrayList<>(0);

        Task(
                Member origin,
                long orderKey,
                int hops,
                byte[] content,
                @Nullable Member before,
                long ticket,
                Runnable whenTaken) {
            this.origin = origin;
            this.orderKey = orderKey;
            this.hops = hops;
            this.content = content;
            this.before = before;
            this.ticket = ticket;
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
        private final Map<Member, Long> numbers = new LinkedHashMap<>();
        private final Map<Member, Boolean> marked = new LinkedHashMap<>();

        private Reserved(long orderKey) {
            this.orderKey = orderKey;
        }

        /** {@return whether a place gets the packet: it was asked for and is neither out nor unknown} */
        public boolean reaches(Member member) {
            return numbers.containsKey(member);
        }

        /**
         * Sends the packet. To be called once.
         *
         * @param common for all places, beginning with the kind
         * @param value the value at its end, or null
         * @param own sections for single places, which stand before the rest; other places get an empty one
         */
        public void send(PacketWriter common, @Nullable Encoded value, Map<Member, PacketWriter> own) {
            List<Stop> stops = new ArrayList<>();
            numbers.forEach((member, number) -> {
                PacketWriter its = own.get(member);
                stops.add(new Stop(
                        member,
                        number,
                        Boolean.TRUE.equals(marked.get(member)),
                        its == null ? new byte[0] : its.fields()));
            });
            int[] classes = value == null ? new int[0] : value.classes();
            byte[] content = content(classes, value == null ? common : common.tail(value.bytes()));
            begin(new Task(switchboard.self(), orderKey, 1, content, null, 0, () -> arrived(classes)), stops);
        }

        private byte[] content(int[] classes, PacketWriter packet) {
            PacketWriter content = new PacketWriter(PacketKind.MULTICAST, 64);
            List<Integer> unknown = new ArrayList<>();
            for (int number : classes) {
                if (!numbers.keySet().stream()
                        .allMatch(each -> switchboard.peer(each).isKnown(number))) {
                    unknown.add(number);
                }
            }
            content.i32(unknown.size());
            unknown.forEach(number -> content.i32(number).text(switchboard.className(number)));
            return content.tail(packet.toBytes()).fields();
        }

        private void arrived(int[] classes) {
            for (Member each : numbers.keySet()) {
                Peer peer = switchboard.peer(each);
                peer.known(classes);
                Outgoing outgoing = peer.outgoing(orderKey);
                synchronized (outgoing) {
                    outgoing.open--;
                }
            }
        }
    }

    /**
     * Takes a place in the order of what this place sends to others: behind all that was sent to them under the key,
     * before all that will be.
     *
     * @param orderKey one with {@link #SHARED} set
     * @param to the others; those that are out or unknown are left out
     */
    public Reserved reserve(long orderKey, Collection<Member> to) {
        Reserved reserved = new Reserved(orderKey);
        for (Member member : to) {
            Peer peer = member.equals(switchboard.self()) ? null : switchboard.addressee(member);
            if (peer != null && peer.standing() != Peer.Standing.OUT) {
                Outgoing outgoing = peer.outgoing(orderKey);
                synchronized (outgoing) {
                    outgoing.number++;
                    outgoing.open++;
                    reserved.numbers.put(member, outgoing.number);
                    reserved.marked.put(member, outgoing.isUsed);
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
        Outgoing outgoing = peer.outgoing(orderKey);
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

    private void begin(Task task, List<Stop> stops) {
        activity.hold();
        boolean isOver;
        synchronized (this) {
            spread(task, stops);
            isOver = task.open == 0;
        }
        if (isOver) {
            over(task);
        }
    }

    /** Gives half of the places to the first of them, half of the rest to the next, and so on. With the lock held. */
    private void spread(Task task, List<Stop> stops) {
        List<Stop> left = new ArrayList<>(stops);
        while (!left.isEmpty()) {
            List<Stop> half = left.subList(left.size() / 2, left.size());
            Branch branch = new Branch(task, List.copyOf(half));
            half.clear();
            if (isSent(branch)) {
                task.open++;
            } else {
                task.unreached.add(branch.first());
                left.addAll(branch.rest());
            }
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
        boolean isSent = switchboard.send(branch.first(), tickets, packet.tail(task.content));
        if (!isSent) {
            branches.remove(tickets);
        }
        return isSent;
    }

    /** All branches have the packet, or can't be reached from here. */
    private void over(Task task) {
        if (task.before == null) {
            task.whenTaken.run();
        } else {
            confirm(task.before, task.ticket, task.unreached);
        }
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
        Task task;
        synchronized (this) {
            Branch branch = branches.remove(ticket);
            if (branch == null) {
                return;
            }
            task = branch.task();
            task.open--;
            for (Stop stop : branch.rest()) {
                if (unreached.contains(stop.member())) {
                    spread(task, List.of(stop));
                }
            }
            if (task.open > 0) {
                return;
            }
        }
        over(task);
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
     * Takes a packet along a tree. With the locks of both peers held.
     *
     * @param from the neighbour that has sent it on
     * @param origin the first sender
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
            isLast = true;
        } else {
            if (!isLast) {
                Task task = new Task(origin.member, orderKey, hops + 1, content, from, ticket, () -> {});
                begin(task, stops.subList(1, stops.size()));
            }
            Stop mine = stops.get(0);
            try {
                Incoming incoming = origin.incoming(orderKey);
                incoming.alongTree(mine.number(), mine.isMarked(), own(origin, mine, content));
                handle(origin, incoming);
            } catch (MalformedException e) {
                wrong = e;
            }
        }
        if (isLast) {
            confirm(from, ticket, List.of());
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
        if (keptBytes.merge(by.member, (long) packet.length, Long::sum) <= Bound.KEPT_BYTES.value()) {
            return null;
        }
        Member worst = origin;
        long most = 0;
        for (Map.Entry<Member, List<Kept>> each : kept.entrySet()) {
            long bytes = 0;
            for (Kept one : each.getValue()) {
                bytes += one.by().equals(by) ? one.packet().length : 0;
            }
            if (bytes > most) {
                most = bytes;
                worst = each.getKey();
            }
        }
        return worst;
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
                switchboard.lost(each.by().member, "it sent what no correct place sends: " + e.getMessage());
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

    /** Reads an envelope; returns whether it holds a packet, which is read next. */
    static boolean isEnvelope(PacketReader packet) {
        packet.i64();
        packet.i64();
        return packet.remaining() > 0;
    }

    private void handle(Peer peer, Incoming incoming) {
        byte[] next = incoming.next();
        while (next != null) {
            switchboard.handle(peer, next);
            next = incoming.next();
        }
    }
}
