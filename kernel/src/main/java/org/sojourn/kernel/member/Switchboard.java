package org.sojourn.kernel.member;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Membership.View;
import org.sojourn.kernel.port.Reference;

/**
 * The exchange between this place and the others: sends packets, hands each that arrives to the owner of its kind, and
 * decides whose packets count.
 *
 * <p><b>Whose packets count.</b> Links and views know nothing of each other. So a frame may come from a member that no
 * view has shown yet, or that one has just taken out. A member passes through four standings, in one direction only:
 *
 * <ul>
 *   <li><em>heard of</em>: named by another place, in a handle or a guess for instance. It is written to like any
 *       other: what is sent to it must not be lost only because word of it came sooner than the view. Beyond that it is
 *       no member: nobody is told of it, and the counters of this place can't be added up with those of places that
 *       know it. Incarnations say whether it is still to be met or had gone before this place came, since they are
 *       minted in order ({@link Member}) and the roster has all members that are in when a place starts.
 *   <li><em>expected</em>: named by the launcher's roster, or by a handshake that proved the secret and the program.
 *       Its packets are taken, as a start must not wait for the first view. A view that doesn't show it means nothing
 *       yet.
 *   <li><em>in</em>: shown by a view.
 *   <li><em>out</em>: a view no longer shows it, the launcher saw its process end, its session of links has ended for
 *       good, a higher incarnation of its place was admitted, or it had gone before this place came. Nothing from it is
 *       taken any more, what is sent to it is discarded, and it never comes back: a restarted place is another member.
 * </ul>
 *
 * <p>Taking a packet and putting its sender out exclude each other (the peer's lock), so once {@link #lost} has
 * returned no packet of that member can cause work. Termination detection rests on this: the counters of a member that
 * is out leave the sums, so nothing may arrive from it afterwards.
 *
 * <p><b>Counting.</b> A basic packet is counted as sent before the links get it, and as received after its handler has
 * enqueued the work, as four-counter detection needs (Mattern, Algorithms for distributed termination detection, 1987).
 */
public final class Switchboard implements Links.Listener, Membership.Listener {
    private static final System.Logger LOG = System.getLogger(Switchboard.class.getName());

    /** Takes the packets of one kind. */
    @FunctionalInterface
    public interface Handler {
        /** Takes a packet's content, after the kind, on the links' thread. Must not block. */
        void packet(Member from, PacketReader packet);
    }

    /** Told of members. */
    public interface Watcher {
        default void joined(Member member) {}

        /** A view shows a member for the first time; its first view shows this place itself. */
        default void shown(Member member) {}

        /** A member that was to leave stays. */
        default void stays(Member member) {}

        /** A member is out for good; the cause is a sentence. */
        void lost(Member member, String cause);

        /** Too much waits for a member, or no longer does; {@link #isCrowded} says what holds now. */
        default void pressure(Member member) {}

        /**
         * A message was too large for a frame, and wasn't sent as a whole before the member was lost.
         *
         * @param kind {@link PacketKind#MAIL} or {@link PacketKind#GUEST}
         */
        default void undelivered(Member member, PacketKind kind, PacketReader packet) {}

        /** This place itself is out and must end; the cause is a sentence. */
        default void expelled(String cause) {}
    }

    private final Member self;
    private final Links links;
    private final Codec codec;
    private final Function<Peer, Codec.Inbound> decoders;
    private final Map<Member, Peer> peers = new ConcurrentHashMap<>();

    /** Those from whom and to whom the last packet went: mostly several follow each other. Stored by releases, which pair with the reads. */
    private final AtomicReference<@Nullable Peer> latestFrom = new AtomicReference<>();

    private final AtomicReference<@Nullable Peer> latestTo = new AtomicReference<>();

    private final Map<PacketKind, Handler> handlers = new EnumMap<>(PacketKind.class);
    private volatile boolean closed;

    /** Those that were put out for what they had sent. Written before they are lost. */
    private final Set<Member> blamed = ConcurrentHashMap.newKeySet();

    /** Whether a view has shown this place. Of the thread that tells of views. */
    private boolean isShown;

    /**
     * Whether a peer has ever named an unknown member. Pairs with nothing: a read that comes too early leaves one
     * counted.
     */
    private volatile boolean hasHearsay;

    /**
     * The sum of the signatures of all usable members. Written after the standing that it follows, so a reader of the
     * new sum in {@link #epoch} or {@link #roster()} sees the new standing.
     */
    private final AtomicLong epoch = new AtomicLong();

    /** The usable members at an epoch; a reader that finds it outdated makes another. */
    private volatile Roster roster = new Roster(0, List.of());

    /** How many members that aren't out are to leave. */
    private final AtomicInteger leavers = new AtomicInteger();

    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private final Multicast multicast;
    private final Activity activity;

    /** Keeps this place from being taken for passive while it may have to send something again. */
    public interface Activity {
        void hold();

        void release();

        /** As {@link Links.Listener#reads}. */
        default void reads() {}

        /** As {@link Links.Listener#hasRead}. */
        default @Nullable Runnable hasRead(int messages) {
            return null;
        }
    }

    /**
     * Makes the exchange; nothing is sent or taken before {@link #start}.
     *
     * @param roster the members that are expected from the start; may hold this place
     */
    public Switchboard(
            Member self,
            List<Member> roster,
            Links links,
            Codec codec,
            Reference.Resolver resolver,
            Activity activity) {
        this.self = self;
        this.links = links;
        this.codec = codec;
        this.decoders = by -> codec.inbound(wire -> resolve(by, wire, resolver));
        this.activity = activity;
        this.multicast = new Multicast(this, activity);
        on(PacketKind.CLASS, this::define);
        epoch.set(signature(self));
        roster.forEach(member -> admit(member, Peer.Standing.EXPECTED));
    }

    private @Nullable Peer found(Member member, AtomicReference<@Nullable Peer> latest) {
        Peer last = latest.getAcquire();
        if (last != null && last.member.equals(member)) {
            return last;
        }
        Peer found = peers.get(member);
        if (found != null) {
            latest.setRelease(found);
        }
        return found;
    }

    private Peer make(Member member) {
        return new Peer(self, member, decoders, this::hear);
    }

    public Multicast multicast() {
        return multicast;
    }

    /** Names the owner of a kind of packet, before {@link #start}. */
    public void on(PacketKind kind, Handler handler) {
        Handler former = handlers.put(kind, handler);
        if (former != null) {
            throw new IllegalStateException("packet kind " + kind + " has two owners");
        }
    }

    public void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    public void start() {
        links.start(this);
    }

    public Member self() {
        return self;
    }

    /** {@return this place and all members that are expected or in, ascending; a snapshot} */
    public List<Member> members() {
        return roster().members;
    }

    private record Roster(long epoch, List<Member> members) {}

    private Roster roster() {
        Roster known = roster;
        long now = epoch.get();
        if (known.epoch == now) {
            return known;
        }
        Stream<Member> others = peers.values().stream().filter(Peer::isMember).map(peer -> peer.member);
        Roster fresh =
                new Roster(now, Stream.concat(Stream.of(self), others).sorted().toList());
        roster = fresh;
        return fresh;
    }

    /** {@return the usable incarnation of a place, or null} */
    public @Nullable Member member(int place) {
        if (place == self.place()) {
            return self;
        }
        List<Member> members = roster().members;
        int found = Member.isPossible(place, 1)
                ? Collections.binarySearch(members, new Member(place, 1), Comparator.comparingInt(Member::place))
                : -1;
        return found < 0 ? null : members.get(found);
    }

    /** {@return the last incarnation of a place that is out, or null} */
    public @Nullable Member former(int place) {
        return peers.keySet().stream()
                .filter(each -> each.place() == place && isOut(each))
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /**
     * {@return whether packets can be sent to a member: this place, or one that is expected or in, or will be as far as
     * can be known}
     */
    public boolean isUsable(Member member) {
        if (member.equals(self)) {
            return true;
        }
        Peer peer = peers.get(member);
        return peer != null ? peer.standing() != Peer.Standing.OUT : isToCome(member);
    }

    /** {@return whether something new may begin at a member: it is usable, and isn't to leave} */
    public boolean takesMore(Member member) {
        Peer peer = peers.get(member);
        return isUsable(member) && (peer == null || peer.leaving == Peer.Leaving.STAYS);
    }

    /** {@return whether a member that isn't out yet is to leave the run} */
    public boolean hasLeaver() {
        return leavers.get() > 0;
    }

    /** Notes that nothing new may begin at a member. In the handler of its packet. */
    public void closes(Member member) {
        advance(member, Peer.Leaving.CLOSED);
    }

    private void advance(Member member, Peer.Leaving next) {
        Peer peer = peer(member);
        if (peer.leaving == Peer.Leaving.STAYS) {
            leavers.incrementAndGet();
        }
        if (!peer.leaving.isAtLeast(next)) {
            peer.leaving = next;
        }
    }

    /** Notes that a member which was to leave stays. In the handler of its packet. */
    public void stays(Member member) {
        Peer peer = peer(member);
        if (peer.leaving != Peer.Leaving.STAYS) {
            peer.leaving = Peer.Leaving.STAYS;
            leavers.decrementAndGet();
            watchers.forEach(watcher -> watcher.stays(member));
        }
    }

    /** Notes that a member is about to leave the run. In the handler of its packet. */
    public void leaves(Member member) {
        advance(member, Peer.Leaving.SETTLED);
    }

    /** {@return whether a member is about to leave the run, and isn't out yet} */
    public boolean isLeaving(Member member) {
        Peer peer = peers.get(member);
        return peer != null && peer.leaving.isAtLeast(Peer.Leaving.SETTLED) && peer.standing() != Peer.Standing.OUT;
    }

    /** Notes that a member has nothing more to do with the run: nothing is lost with it. In the handler of its packet. */
    public void parts(Member member) {
        advance(member, Peer.Leaving.PARTED);
    }

    /** {@return whether a member is out of which nothing but its name was ever known here} */
    public boolean isStranger(Member member) {
        Peer peer = peers.get(member);
        return peer != null && peer.isStranger;
    }

    /** {@return whether a member has left the run in order, or is just about to} */
    public boolean hasParted(Member member) {
        Peer peer = peers.get(member);
        return peer != null && peer.leaving == Peer.Leaving.PARTED;
    }

    /** Whether an unknown member must have been admitted later than all that are known here, this place among them. */
    private boolean isToCome(Member unknown) {
        return unknown.incarnation() > self.incarnation()
                && peers.keySet().stream()
                        .noneMatch(each -> each.place() == unknown.place() && each.compareTo(unknown) > 0);
    }

    /** The peer for a member's packets; null if they are discarded, since it was never met and never will be. */
    @Nullable
    Peer addressee(Member member) {
        Peer known = found(member, latestTo);
        return known != null || !isToCome(member) ? known : peers.computeIfAbsent(member, this::make);
    }

    /**
     * {@return whether watchers were told, or are just being told, that a member is lost} False for an unknown member,
     * of whose loss nobody will hear.
     */
    public boolean isOut(Member member) {
        Peer last = latestFrom.getAcquire();
        Peer peer = last != null && last.member.equals(member) ? last : peers.get(member);
        return peer != null && peer.standing() == Peer.Standing.OUT;
    }

    /** {@return whether a member was put out for what it had sent} */
    public boolean isBlamed(Member member) {
        return blamed.contains(member);
    }

    public boolean allOut(Predicate<Member> holds) {
        return peers.keySet().stream().filter(this::isOut).allMatch(holds);
    }

    /**
     * Sends a packet without an encoded value.
     *
     * @param orderKey packets with equal keys keep their order
     * @return false if the member is out, and nothing was sent
     */
    public boolean send(Member to, long orderKey, PacketWriter packet) {
        Peer peer = addressee(to);
        return peer != null && send(peer, orderKey, packet);
    }

    /**
     * Sends a packet that ends with an encoded value, as above. Names its classes to the member first where that is
     * due.
     */
    public boolean send(Member to, long orderKey, PacketWriter packet, Encoded value) {
        Peer peer = addressee(to);
        if (peer == null) {
            return false;
        }
        for (int number : value.classes()) {
            if (!peer.announced.has(number)) {
                announce(peer, number);
            }
        }
        return send(peer, orderKey, packet.tail(value.bytes()));
    }

    /** {@return as {@link Links#isCrowded}} */
    public boolean isCrowded(Member to) {
        return links.isCrowded(to);
    }

    private boolean send(Peer peer, long orderKey, PacketWriter packet) {
        return (orderKey & Multicast.SHARED) == 0
                ? post(peer, orderKey, packet)
                : multicast.sendDirectly(peer, orderKey, packet);
    }

    /** Hands a packet to the links; false if the peer is out. */
    boolean post(Peer peer, long orderKey, PacketWriter packet) {
        if (peer.standing() == Peer.Standing.OUT) {
            return false;
        }
        peer.give(links, orderKey, packet);
        return true;
    }

    /** Enqueues the definition before others see the bit; data doesn't overtake the control lane. */
    private void announce(Peer peer, int number) {
        synchronized (peer.announced) {
            if (!peer.announced.has(number)) {
                post(peer, 0, new PacketWriter(PacketKind.CLASS, 64).i32(number).text(codec.className(number)));
                peer.announced.add(number);
            }
        }
    }

    private void define(Member from, PacketReader packet) {
        Peer peer = peers.get(from);
        if (peer != null) {
            peer.inbound().define(packet.i32(), packet.text());
        }
    }

    /** {@return the counters of basic packets exchanged with members that aren't out} */
    public Counters counters() {
        long sent = 0;
        long received = 0;
        for (Peer peer : peers.values()) {
            if (peer.standing() != Peer.Standing.OUT) {
                sent += peer.sent.get();
                received += peer.received.get();
            }
        }
        return new Counters(sent, received);
    }

    /** Counters of basic packets: handed to the links, and with their work enqueued. */
    public record Counters(long sent, long received) {}

    /**
     * {@return a signature of {@link #members}} Equal at two places only if the same members are usable at both, but
     * for a chance of 2<sup>-64</sup>; counters of different epochs aren't added up.
     */
    public long epoch() {
        return epoch.get();
    }

    private static long signature(Member member) {
        long mix = (member.incarnation() ^ 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L + member.place();
        mix = (mix ^ mix >>> 30) * 0x94D049BB133111EBL;
        return mix ^ mix >>> 31;
    }

    /** The run is over: a member that leaves from now on isn't lost. Idempotent. */
    public void close() {
        closed = true;
    }

    @Override
    public void ready() {}

    @Override
    public void reads() {
        activity.reads();
    }

    @Override
    public @Nullable Runnable hasRead(int messages) {
        return activity.hasRead(messages);
    }

    @Override
    public void message(Member from, byte[] payload) {
        Peer peer = found(from, latestFrom);
        if (peer == null) {
            LOG.log(DEBUG, "packet from unknown member {0} discarded", from);
            return;
        }
        boolean isDone = true;
        try {
            take(peer, payload);
        } catch (MalformedException e) {
            isDone = false;
            throw e;
        } finally {
            // After the work is enqueued, or has failed, of which the caller tells. None of it counts once the peer is
            // out.
            if (isDone && PacketKind.of(payload[0] & 0xFF).isBasic()) {
                peer.hasReceived();
            }
        }
    }

    /**
     * {@return what is being decoded of other places' packets, one for each such thread; mostly none} For any thread.
     */
    public List<Opening> openings() {
        return peers.values().stream()
                .map(Peer::opening)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Takes a packet, with the locks that it needs. */
    void take(Peer peer, byte[] payload) {
        PacketReader packet = peer.reader(payload);
        PacketKind kind = PacketKind.of(packet.u8());
        if (kind == PacketKind.MULTICAST) {
            takeAlongTree(peer, packet, payload);
        } else {
            synchronized (peer) {
                if (peer.standing() != Peer.Standing.OUT) {
                    handle(peer, kind, packet);
                }
            }
        }
    }

    private void takeAlongTree(Peer peer, PacketReader packet, byte[] payload) {
        Member first = packet.member();
        Peer origin = origin(first);
        if (origin == null) {
            keep(peer, first, payload);
            return;
        }
        boolean isFirst = peer.member.compareTo(origin.member) <= 0;
        // Both locks are always taken in the order of the members.
        MalformedException wrong = null;
        synchronized (isFirst ? peer : origin) {
            synchronized (isFirst ? origin : peer) {
                if (peer.standing() != Peer.Standing.OUT) {
                    wrong = multicast.arrived(peer.member, origin, packet);
                }
            }
        }
        if (wrong != null) {
            blame(first, "it sent a packet that no correct place sends: " + wrong.getMessage());
        }
    }

    /** Keeps a packet that came along a tree until its first sender is admitted. */
    private void keep(Peer by, Member first, byte[] payload) {
        Member worst = null;
        synchronized (by) {
            if (by.standing() != Peer.Standing.OUT) {
                worst = multicast.keep(by, first, payload);
            }
        }
        if (origin(first) != null) {
            multicast.admitted(first); // by another thread in the meantime, which may have found nothing
        }
        if (worst != null && origin(worst) == null) {
            peers.computeIfAbsent(worst, this::make);
            blame(
                    worst,
                    "more than " + Bound.UNMET_SENDER_BYTES.value() + " bytes came along trees by " + by.member
                            + " from places that no view has shown here, and it had sent the most of them");
        }
    }

    /** Ends the link to a place for what it has sent along trees. */
    private void blame(Member first, String cause) {
        LOG.log(WARNING, "the link to {0} is ended: {1}", first, cause);
        blamed.add(first);
        lost(first, cause);
    }

    private Reference resolve(Peer by, Reference.Wire wire, Reference.Resolver resolver) {
        hear(by, PacketReader.possible(wire.place(), wire.birth()));
        Reference made = resolver.resolve(wire);
        made.leadsTo(member -> hear(by, member));
        return made;
    }

    /** A peer's packet names a member; one that isn't known here counts against it. */
    private void hear(Peer by, Member member) {
        if (!member.equals(self) && !peers.containsKey(member)) {
            by.hearsay.add(by.member, member);
            hasHearsay = true;
        }
    }

    /** Notes that a handshake or a view has shown a member. */
    private void met(Member member) {
        if (hasHearsay) {
            peers.values().forEach(each -> each.hearsay.met(member));
        }
    }

    /** Handles a packet as if it had just come from a peer. With the lock held. */
    void handle(Peer from, byte[] bytes) {
        PacketReader packet = from.reader(bytes);
        handle(from, PacketKind.of(packet.u8()), packet);
    }

    private void handle(Peer from, PacketKind kind, PacketReader packet) {
        Handler handler = handlers.get(kind);
        if (handler == null) {
            throw new MalformedException("no owner for packet kind " + kind + " at " + self);
        }
        handler.packet(from.member, packet);
    }

    /**
     * The first sender of a packet along a tree. The neighbour vouches for one that is new here, unless another
     * incarnation of that place is known: it may be the older one. Then it is null until a view or a handshake says
     * which one lives.
     */
    private @Nullable Peer origin(Member member) {
        Peer known = peers.get(member);
        if (known != null && known.standing() != Peer.Standing.HEARD_OF) {
            return known;
        }
        if (member.equals(self)
                || peers.keySet().stream().anyMatch(each -> each.place() == member.place() && !each.equals(member))) {
            return null;
        }
        admit(member, Peer.Standing.EXPECTED);
        return peers.get(member);
    }

    /** A neighbour vouches for a member: it is usable here from now on, unless it has gone or may be the older incarnation of its place. */
    public void vouched(Member member) {
        if (isUsable(member)) {
            var unused = origin(member);
        }
    }

    /** For members that are known. */
    Peer peer(Member member) {
        return Objects.requireNonNull(peers.get(member), () -> member + " was never a member here");
    }

    String className(int number) {
        return codec.className(number);
    }

    @Override
    public void joined(Member peer) {
        admit(peer, Peer.Standing.EXPECTED);
        met(peer);
    }

    @Override
    public void left(Member peer, String cause) {
        lost(peer, cause);
    }

    @Override
    public void undelivered(Member peer, byte[] payload) {
        Peer known = peers.get(peer);
        if (known == null) {
            return;
        }
        PacketReader packet = known.readerOfOwn(payload);
        PacketKind kind = PacketKind.of(packet.u8());
        if (kind == PacketKind.BEHIND && Multicast.isEnvelope(packet)) {
            kind = PacketKind.of(packet.u8());
        }
        PacketKind its = kind;
        if (kind == PacketKind.MAIL || kind == PacketKind.GUEST) {
            watchers.forEach(watcher -> watcher.undelivered(peer, its, packet));
        }
    }

    @Override
    public void pressure(Member peer) {
        watchers.forEach(watcher -> watcher.pressure(peer));
    }

    @Override
    public void view(View view) {
        if (!isShown && view.contains(self)) {
            isShown = true;
            watchers.forEach(watcher -> watcher.shown(self));
        }
        for (Member member : view.members()) {
            admit(member, Peer.Standing.IN);
            met(member);
        }
        for (Peer peer : peers.values()) {
            if (peer.standing() == Peer.Standing.IN && !view.contains(peer.member)) {
                lost(peer.member, "view " + view.number() + " no longer shows it");
            }
        }
    }

    @Override
    public void expelled(String cause) {
        if (closed) {
            return;
        }
        for (Watcher watcher : watchers) {
            watcher.expelled(cause);
        }
    }

    private void admit(Member member, Peer.Standing standing) {
        if (member.equals(self)) {
            return;
        }
        Peer peer = peers.computeIfAbsent(member, this::make);
        Peer.Standing before;
        synchronized (peer) {
            before = peer.standing(standing);
        }
        if (before == Peer.Standing.HEARD_OF) {
            epoch.addAndGet(signature(member));
            for (Peer other : peers.values()) {
                if (other.member.place() == member.place() && !other.member.equals(member) && other.isMember()) {
                    lost(other.member, "a newer incarnation of " + member + " was admitted");
                }
            }
            watchers.forEach(watcher -> watcher.joined(member));
            multicast.admitted(member);
        }
        if (standing == Peer.Standing.IN && standing.compareTo(before) > 0) {
            watchers.forEach(watcher -> watcher.shown(member));
        }
    }

    /** Puts out a member that had gone before this place came: no view will ever show it. Idempotent. */
    public void gone(Member member) {
        gone(member, "it had gone before this place came");
    }

    /**
     * Puts out a member that is known to have ended, also one that isn't known here yet: its process may have ended before any view showed
     * it, and another place that has met it may wait for this one's word. Idempotent.
     *
     * @param cause a sentence
     */
    public void gone(Member member, String cause) {
        if (!closed && !member.equals(self)) {
            peers.computeIfAbsent(member, this::make);
            lost(member, cause);
        }
    }

    /**
     * Puts a member that is known here out for good. Idempotent. The place is active until watchers have been told, also of what is
     * undelivered: once its epoch shows the loss, a termination wave that finds it passive takes all that for done.
     *
     * @param cause a sentence
     */
    public void lost(Member member, String cause) {
        Peer peer = peers.get(member);
        if (peer == null || closed || peer.standing() == Peer.Standing.OUT) {
            return;
        }
        activity.hold();
        try {
            putOut(peer, cause);
        } finally {
            activity.release();
        }
    }

    private void putOut(Peer peer, String cause) {
        Member member = peer.member;
        synchronized (peer) {
            Peer.Standing before = peer.standing(Peer.Standing.OUT);
            if (before == Peer.Standing.OUT) {
                return;
            }
            if (before == Peer.Standing.HEARD_OF) {
                peer.isStranger = true;
            } else {
                epoch.addAndGet(-signature(member));
            }
        }
        if (peer.leaving != Peer.Leaving.STAYS) {
            leavers.decrementAndGet();
        }
        // Packets of others that came by it and are just being taken are through, too, when watchers are told.
        for (Peer other : peers.values()) {
            other.awaitTaken();
        }
        LOG.log(DEBUG, "{0} is lost: {1}", member, cause);
        activity.hold();
        links.remove(member, activity::release);
        multicast.lost(member);
        for (Watcher watcher : watchers) {
            watcher.lost(member, cause);
        }
    }
}
