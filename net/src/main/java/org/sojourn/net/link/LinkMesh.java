package org.sojourn.net.link;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Batching;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/**
 * The links of one place: one {@link Session} per peer, and the connections under them.
 *
 * <p><b>Dialling.</b> A place dials that has something to say and no connection, and knows where the peer listens. If both dial at once,
 * the dial of the lower place number goes first: it refuses the other's, which then waits for it. Otherwise the newest proven
 * connection takes the place of any older one: a peer only dials when it has none, so the older one is dead at its end. A
 * failed dial is repeated after {@value #FIRST_REDIAL_NANOS} ns, doubling up to {@value #LAST_REDIAL_NANOS} ns, whatever is sent
 * meanwhile.
 *
 * <p><b>Strangers.</b> A connection has {@link Bound#HANDSHAKE_MILLIS} to prove itself, and at most {@link
 * Bound#UNPROVEN_CONNECTIONS} may be about to: a further one takes the place of one of them ({@link Crowd}), so strangers keep
 * no peer out. What fails is closed, with one log line; of many, the first and then ever fewer are logged ({@link Refusals}).
 *
 * <p><b>Signs of life.</b> With some peers a place keeps in touch ({@link Touch}): each period it says so little that only
 * the connection can tell, or dials, and whatever comes from them is told. A connection by which nothing has come for {@value
 * #SILENT_BEATS} periods is made anew: its other end may have been lost without a word, and a new one is through sooner than TCP,
 * which tries again after ever longer times. Nothing of that says that a peer is dead; see {@code SilenceJudge}.
 *
 * <p><b>Broken peers.</b> A proven peer that sends what no correct peer sends (a malformed frame, or a packet that the kernel
 * finds malformed) loses its connection. A malformed frame may be damage on the way: the session goes on with a new
 * connection, up to {@value #MAX_DAMAGE} times. A malformed packet arrived whole and in order: the session is ended.
 *
 * <p><b>Threads.</b> Everything happens on the wire's loop, except that {@link #send} only adds to an outbox.
 */
public final class LinkMesh implements Links {
    private static final System.Logger LOG = System.getLogger(LinkMesh.class.getName());
    static final long FIRST_REDIAL_NANOS = 10_000_000;
    static final long LAST_REDIAL_NANOS = 1_000_000_000;
    static final int MAX_DAMAGE = 16;
    static final int SILENT_BEATS = 8;
    private static final long FLUSH_POLL_NANOS = 5_000_000;

    private final LinkOptions options;
    private final Wire wire;
    private final Map<Member, Session> sessions = new ConcurrentHashMap<>();
    private final AtomicLong packetsOut = new AtomicLong();

    /** Written on the loop only, by releases. */
    private final AtomicLong packetsIn = new AtomicLong();

    private final AtomicLong bytesOut = new AtomicLong();
    private final AtomicLong bytesIn = new AtomicLong(); // as packetsIn
    private volatile boolean stopping;

    /** Whether the run is over: others end, too, and close what they have just opened. */
    private volatile boolean isOver;

    /** Used on the loop only, as all that follows. */
    private final Map<Member, Network.Address> addresses = new TreeMap<>();

    private final Map<Member, Long> redialNanos = new HashMap<>();

    /** At most one for each peer; while it runs, the peer isn't dialled. */
    private final Map<Member, Loop.Timer> redials = new HashMap<>();

    private final Map<Member, Integer> damage = new HashMap<>();
    private final Set<Member> dialing = new HashSet<>();
    private final Set<Member> ended = new HashSet<>();
    private final Set<Member> joined = new HashSet<>();

    /** Accepted connections that haven't proved themselves yet. */
    private final Crowd<Handshake> unproven;

    private final Refusals refusals = new Refusals(LOG);
    private final Holding holding;
    private final Transfers transfers;
    private Touch touch = Touch.NONE;

    /** Set on the loop before anything else happens; read by senders as well. */
    private volatile @Nullable Listener listener;

    /**
     * Makes the links of a place; nothing happens before {@link #start}.
     *
     * @param options this place, and bounds
     * @param wire carries the connections
     */
    public LinkMesh(LinkOptions options, Wire wire) {
        this.options = options;
        this.wire = wire;
        this.unproven = new Crowd<>(Bound.UNPROVEN_CONNECTIONS.intValue(), options.chance());
        this.holding = new Holding(wire.loop(), this::drain);
        this.transfers = new Transfers(wire.loop(), TimeUnit.MILLISECONDS.toNanos(Bound.LINK_PROBE_MILLIS.value()));
    }

    /**
     * Tells where peers listen. A peer whose address isn't known is only spoken to when it has dialled.
     *
     * @param known their addresses
     */
    public void addresses(Map<Member, Network.Address> known) {
        Map<Member, Network.Address> copy = Map.copyOf(known);
        wire.loop().execute(() -> {
            addresses.putAll(copy);
            List.copyOf(sessions.values()).forEach(this::drain);
        });
    }

    /** From now on connections that are refused or break off aren't told of: the run is over. By any thread. */
    public void over() {
        isOver = true;
    }

    /**
     * Keeps in touch with some peers from the start on, instead of with none.
     *
     * @param with which peers, how often, and what is told of it
     */
    public void keepInTouch(Touch with) {
        wire.loop().execute(() -> touch = with);
    }

    @Override
    public void start(Listener told) {
        wire.loop().execute(() -> {
            listener = told;
            wire.start(this::accepted);
            told.ready();
            sessions.values().forEach(each -> told.pressure(each.peer)); // what was sent before
            List.copyOf(sessions.values()).forEach(this::drain);
            if (touch.periodNanos() > 0) {
                beat();
            }
        });
    }

    private void beat() {
        if (stopping) {
            return;
        }
        try {
            for (Member peer : addresses.keySet()) {
                if (touch.with().test(peer) && !ended.contains(peer)) {
                    beat(sessions.computeIfAbsent(peer, this::session));
                }
            }
        } finally {
            wire.loop().schedule(touch.periodNanos(), this::beat);
        }
    }

    private void beat(Session session) {
        if (session.isConnected() && session.beat() > SILENT_BEATS) {
            LOG.log(DEBUG, "nothing comes from {0} by its connection, which is made anew", session.peer);
            session.detachAndClose();
        }
        if (!session.isConnected() && !redials.containsKey(session.peer)) {
            dial(session);
        }
    }

    @Override
    public void send(Member to, Lane lane, long orderKey, byte[] payload) {
        if (payload.length > options.payloadBytes()) {
            throw new UnencodableException("a message of " + payload.length + " bytes, encoded, for " + to
                    + "; the bound is " + options.payloadBytes() + ": send it in parts");
        }
        if (stopping) {
            return;
        }
        Session session = sessions.get(to);
        if (session == null) {
            session = sessions.computeIfAbsent(to, this::session);
        }
        if (holding.owesWakes()) {
            makeUp();
        }
        holding.send(session, lane, orderKey, payload);
    }

    /** A sender had no stack left: what it should have seen to is seen to now. */
    private void makeUp() {
        holding.makeUp(sessions.values());
        sessions.values().forEach(each -> wire.loop().execute(() -> owner.pressure(each)));
    }

    @Override
    public void batching(Batching rule) {
        holding.rule(rule, sessions.values());
    }

    @Override
    public void flush() {
        holding.flush(sessions.values());
    }

    private Session session(Member peer) {
        return new Session(peer, options, wire.loop(), packetsOut, bytesOut, owner);
    }

    private void drain(Session session) {
        if (ended.contains(session.peer)) {
            session.end();
            return;
        }
        session.drain();
        if (!session.isConnected() && session.wantsConnection() && !redials.containsKey(session.peer)) {
            dial(session);
        }
    }

    // ---- connecting -----------------------------------------------------------------------------------------------

    private void dial(Session session) {
        Member peer = session.peer;
        Network.Address address = addresses.get(peer);
        if (address == null || listener == null || stopping || ended.contains(peer) || !dialing.add(peer)) {
            return;
        }
        wire.dial(address.host(), address.port(), new Wire.Dial() {
            @Override
            public void connected(Connection connection) {
                if (session.isConnected() || ended.contains(peer) || stopping) {
                    dialing.remove(peer);
                    connection.close();
                    return;
                }
                begin(new Handshake(options, connection, peer, shaker));
            }

            @Override
            public void failed(String cause) {
                LOG.log(DEBUG, "{0} could not be dialled: {1}", peer, cause);
                dialing.remove(peer);
                redial(session);
            }
        });
    }

    private void redial(Session session) {
        Member peer = session.peer;
        if (stopping || ended.contains(peer) || redials.containsKey(peer)) {
            return;
        }
        long delay = redialNanos.getOrDefault(peer, FIRST_REDIAL_NANOS);
        redialNanos.put(peer, Math.min(delay * 2, LAST_REDIAL_NANOS));
        redials.put(peer, wire.loop().schedule(delay, () -> {
            redials.remove(peer);
            drain(session);
        }));
    }

    private void dontRedial(Member peer) {
        redialNanos.remove(peer);
        Loop.Timer timer = redials.remove(peer);
        if (timer != null) {
            timer.cancel();
        }
    }

    private void accepted(Connection connection) {
        if (stopping) {
            connection.close();
            return;
        }
        Handshake handshake = new Handshake(options, connection, null, shaker);
        Handshake evicted = unproven.add(handshake);
        if (evicted != null) {
            evicted.giveWay(Bound.UNPROVEN_CONNECTIONS.intValue());
        }
        begin(handshake);
    }

    private void begin(Handshake handshake) {
        handshake.begin(wire.loop(), Bound.HANDSHAKE_MILLIS.value());
    }

    /** A handshake has ended, well or not. */
    private void shaken(Handshake handshake) {
        Member wanted = handshake.wanted();
        if (wanted == null) {
            unproven.remove(handshake);
        } else {
            dialing.remove(wanted);
        }
    }

    private final Handshake.Owner shaker = new Handshake.Owner() {
        @Override
        public Handshake.Verdict admits(Member dialer) {
            if (ended.contains(dialer) || stopping || dialer.equals(options.self())) {
                return Handshake.Verdict.OUT;
            }
            boolean mineGoesFirst = dialing.contains(dialer) && options.self().compareTo(dialer) < 0;
            return mineGoesFirst ? Handshake.Verdict.MY_DIAL_GOES_FIRST : Handshake.Verdict.WELCOME;
        }

        @Override
        public long received(Member peer) {
            Session session = sessions.get(peer);
            return session == null ? 0 : session.lastReceived();
        }

        @Override
        public void proven(Handshake handshake, Connection connection, Member peer, long peerReceived) {
            shaken(handshake);
            if (stopping || ended.contains(peer)) {
                connection.close(); // while the dialer waited for the welcome
            } else {
                attach(handshake, connection, peer, peerReceived);
            }
        }

        @Override
        public void failed(Handshake handshake, @Nullable Member peer, String sentence, Handshake.Failure failure) {
            shaken(handshake);
            Member wanted = handshake.wanted();
            if (wanted == null) {
                String line =
                        "a connection" + (peer == null ? "" : " that says it is " + peer) + " was refused: " + sentence;
                // A place that has left, or was put out, may not have noticed yet.
                boolean hasGone = failure == Handshake.Failure.FOR_GOOD && peer != null && ended.contains(peer);
                if (stopping || isOver || hasGone || failure == Handshake.Failure.HARMLESS) {
                    LOG.log(DEBUG, line);
                } else {
                    refusals.refused(line);
                }
                return;
            }
            if (failure == Handshake.Failure.FOR_GOOD) {
                end(wanted, "its place could not be reached: " + sentence);
            } else {
                LOG.log(DEBUG, "the handshake with {0} failed: {1}", wanted, sentence);
                Session session = sessions.get(wanted);
                if (session != null && !session.isConnected()) {
                    redial(session);
                }
            }
        }
    };

    private void attach(Handshake handshake, Connection connection, Member peer, long peerReceived) {
        Session session = sessions.computeIfAbsent(peer, this::session);
        Reading reading = new Reading(session, connection);
        handshake.successor(reading);
        connection.listen(reading);
        Listener told = listener;
        if (joined.add(peer) && told != null) {
            told.joined(peer);
        }
        dontRedial(peer);
        touch.heard().accept(peer);
        try {
            session.attach(connection, peerReceived);
        } catch (MalformedException e) {
            damaged(session, connection, e);
        }
    }

    // ---- reading --------------------------------------------------------------------------------------------------

    /** Reads the frames of one connection for a session, as long as it is the session's. */
    private final class Reading implements Connection.Listener {
        private final Session session;
        private final Connection connection;
        private final FrameReader frames = new FrameReader(options.frameBytes());

        Reading(Session session, Connection connection) {
            this.session = session;
            this.connection = connection;
        }

        @Override
        public void received(ByteBuffer bytes) {
            if (!session.isOn(connection)) {
                return;
            }
            bytesIn.setRelease(bytesIn.getPlain() + bytes.remaining());
            session.heard();
            touch.heard().accept(session.peer);
            Listener told = wire.loop().lends() ? listener : null;
            long before = packetsIn.get();
            if (told != null) {
                told.reads();
            }
            try {
                frames.feed(bytes, (type, acknowledged, sequence, body) -> {
                    if (session.isOn(connection)) {
                        session.frame(type, acknowledged, sequence, body);
                    }
                });
                if (session.isOn(connection)) {
                    session.readComplete();
                }
            } catch (MalformedException e) {
                if (session.isOn(connection)) { // not behind what has ended it, in the same read
                    damaged(session, connection, e);
                }
            } finally {
                Runnable left = told != null ? told.hasRead((int) (packetsIn.get() - before)) : null;
                if (left != null) {
                    wire.loop().lend(left);
                }
            }
        }

        @Override
        public void writable() {
            if (session.isOn(connection)) {
                session.writable();
            }
        }

        @Override
        public void closed(String cause) {
            if (session.isOn(connection)) {
                LOG.log(DEBUG, "the connection to {0} was lost: {1}", session.peer, cause);
                session.detach();
                redial(session);
            }
        }
    }

    private void damaged(Session session, Connection connection, MalformedException cause) {
        int times = damage.merge(session.peer, 1, Integer::sum);
        LOG.log(WARNING, "the link to {0} is closed: {1}", session.peer, cause.getMessage());
        session.detach();
        connection.close();
        if (times > MAX_DAMAGE) {
            end(session.peer, "its link was damaged " + times + " times");
        } else {
            redial(session);
        }
    }

    private final Session.Owner owner = new Session.Owner() {
        @Override
        public void packet(Session session, byte[] packet) {
            packetsIn.setRelease(packetsIn.getPlain() + 1);
            Listener told = listener;
            if (told == null) {
                return;
            }
            try {
                told.message(session.peer, packet);
            } catch (MalformedException e) {
                LOG.log(WARNING, "the link to {0} is ended: {1}", session.peer, e.getMessage());
                end(session.peer, "it sent a packet that no correct place sends: " + e.getMessage());
            } catch (RuntimeException | Error e) { // a LinkageError of user code must not close the connection silently
                LOG.log(ERROR, "a packet of " + session.peer + " could not be handled", e);
            }
        }

        @Override
        public void goodbye(Session session) {
            end(session.peer, "it said goodbye");
        }

        @Override
        public void asks(Session session) {
            transfers.asks(session);
        }

        @Override
        public void transferred(Session session) {
            transfers.over(session);
        }

        @Override
        public void undelivered(Session session, byte[] packet) {
            Listener told = listener;
            if (told != null) {
                told.undelivered(session.peer, packet);
            }
        }

        @Override
        public void pressure(Session session) {
            Listener told = listener;
            if (told != null) {
                told.pressure(session.peer);
            }
        }

        @Override
        public void broken(Session session, String cause) {
            LOG.log(WARNING, "the connection to {0} is made anew: {1}", session.peer, cause);
            session.detachAndClose();
            redial(session);
        }
    };

    // ---- ending ---------------------------------------------------------------------------------------------------

    /** The session is over for good. */
    private void end(Member peer, String cause) {
        if (ended.add(peer)) {
            Session session = sessions.get(peer);
            if (session != null) {
                session.end();
                transfers.over(session);
            }
            dontRedial(peer);
            touch.ended().accept(peer);
            Listener told = listener;
            if (told != null) {
                told.left(peer, cause);
            }
        }
    }

    @Override
    public void remove(Member member, Runnable over) {
        Loop loop = wire.loop();
        loop.execute(() -> {
            try {
                end(member, "it is out");
            } finally {
                loop.execute(over); // behind what a session that ends has to tell
            }
        });
    }

    @Override
    public void readOn() {
        wire.loop().goOn();
    }

    @Override
    public Traffic traffic() {
        return new Traffic(packetsOut.get(), packetsIn.get(), bytesOut.get(), bytesIn.get());
    }

    @Override
    public boolean isCrowded(Member to) {
        Session session = sessions.get(to);
        return session != null && session.outbox.isCrowded();
    }

    /** How many large packets have come in part. On the loop. */
    int transfersUnderWay() {
        return (int) sessions.values().stream().filter(Session::isReceiving).count();
    }

    /** How many bytes wait to be written or acknowledged, all peers together. On the loop. */
    long heldBytes() {
        return sessions.values().stream().mapToLong(Session::heldBytes).sum();
    }

    /** How many frames were written and not acknowledged, all peers together. On the loop. */
    int keptFrames() {
        return sessions.values().stream().mapToInt(Session::keptFrames).sum();
    }

    /** How many packets wait to be written, all peers together. On the loop. */
    int queuedPackets() {
        return sessions.values().stream()
                .mapToInt(session -> session.outbox.size())
                .sum();
    }

    @Override
    public void stop() {
        stop(Bound.LINK_FLUSH_MILLIS.value());
    }

    /**
     * The same with another bound.
     *
     * @param millis how long to try to write out what is queued, at most
     */
    public void stop(long millis) {
        if (stopping) {
            return;
        }
        batching(Batching.OFF);
        wire.loop().goOn(); // perhaps it is this very thread that is lent
        wire.loop().execute(() -> flush(wire.loop().nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis)));
        wire.awaitClosed(2 * millis);
    }

    /** A peer that has closed when the run was over has said goodbye, though perhaps a reset was faster. */
    private boolean comesBack(Member peer) {
        return !isOver && addresses.containsKey(peer);
    }

    private void flush(long deadline) {
        List<Session> open = new ArrayList<>(sessions.values());
        boolean settled =
                open.stream().allMatch(each -> each.isSettled() || (!each.isConnected() && !comesBack(each.peer)));
        if (!settled && wire.loop().nanoTime() < deadline) {
            open.forEach(this::drain);
            wire.loop().schedule(FLUSH_POLL_NANOS, () -> flush(deadline));
            return;
        }
        stopping = true;
        open.forEach(Session::goodbye);
        wire.close();
    }
}
