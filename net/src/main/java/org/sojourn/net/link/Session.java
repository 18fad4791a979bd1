package org.sojourn.net.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;

/**
 * The conversation with one incarnation of a peer. It lives as long as both are members; connections come and go under it,
 * and none of that loses or repeats a packet.
 *
 * <p><b>Numbers.</b> Each frame that carries packets, or part of one, has the next sequence number, from 1, in the order in which it is
 * first written, whatever its lane. It is kept until the peer has acknowledged it. Every frame carries the highest number that
 * its sender has received; a side that has nothing to say acknowledges by a bare frame after {@value #ACK_FRAMES} frames or
 * {@value #ACK_NANOS} ns. What is kept is bounded by a window; at its end writing pauses. An acknowledgement is due or it isn't,
 * and waits while the connection is not writable: a peer that sends or probes and doesn't read costs nothing.
 *
 * <p><b>Reconnecting.</b> The handshake tells each side the highest number that the other has received. Up to it everything is
 * forgotten, everything after it is written again, in order, before anything new. So the receiver sees an unbroken series:
 * a number that it has seen is dropped, one that leaves a gap means that the peer is not what it should be. On one connection
 * numbers only ever go up by one, from wherever it began: a frame that is replayed into it ends it.
 *
 * <p><b>Half-dead connections.</b> While something is unacknowledged and no acknowledgement takes any of it away, the peer is
 * probed, and after a longer time the connection is made anew. That it sends something else doesn't count: what it waits for may
 * have been damaged on the way. Whether the peer itself is dead is for membership to say.
 *
 * <p><b>Writing.</b> The loop writes, in batches of what has gathered, unless a packet comes by itself: then the thread that
 * sends it writes it, where the connection lets it. That saves waking the loop, which takes longer than the writing, and is two
 * of the six wakings of a message to and fro. A packet comes by itself if no batch is under way, the last one was a single
 * packet, and fewer than {@value #CLOSE_PACKETS} were written here each less than {@value #ALONE_NANOS} ns after the one before
 * it: a creation and the first question are by themselves, a stream soon isn't, and stays the loop's until a batch has one
 * packet again. What the system doesn't take of it at once is the loop's too, before anything else. Tried and dropped: letting
 * the sender write whenever it comes first. A stream is then a system call for each packet.
 *
 * <p><b>Lock.</b> What a session knows is guarded by one lock. The loop takes it; a sender only tries to, so that no send waits,
 * and leaves what it has added to the loop if it doesn't get it. A thread that fails to get the lock has added its packet before, and asks the loop
 * after, so no packet stays behind. Packets are handed to their owner without the lock: the part that they wake may answer at once.
 * All methods are called on the loop, but for {@link #weigh} and {@link #wroteAlone}.
 */
final class Session {
    static final int ACK_FRAMES = 64;
    static final long ACK_NANOS = 5_000_000;
    private static final int BATCH_BYTES = 256 << 10;
    static final long ALONE_NANOS = 5_000;
    static final int CLOSE_PACKETS = 4;
    private static final byte[] NOTHING = {};
    private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.LINK_PROBE_MILLIS.value());
    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.LINK_SILENCE_MILLIS.value());

    /** What a session tells the mesh. */
    interface Owner {
        /** A packet is complete. */
        void packet(Session session, byte[] packet);

        /** The peer asks for leave to send a large packet. */
        void asks(Session session);

        /** A large packet of the peer is complete. */
        void transferred(Session session);

        /** The session is over, and a large packet wasn't sent as a whole. */
        void undelivered(Session session, byte[] packet);

        /** The peer has said goodbye. */
        void goodbye(Session session);

        /** Too much waits to be written, or no longer does. */
        void pressure(Session session);

        /** The peer isn't what it should be, or was silent too long: the connection must be closed. */
        void broken(Session session, String cause);
    }

    final Member peer;
    final Outbox outbox;
    private final LinkOptions options;
    private final Loop loop;
    private final Owner owner;
    private final AtomicLong packetsOut;
    private final AtomicLong bytesOut;
    private final Assembly assembly;

    /** Frames written and not acknowledged, oldest first. */
    private final Deque<Frame> kept = new ArrayDeque<>();

    private long keptBytes;
    private long lastSent;
    private long lastReceived;

    /** The number of the last frame that came by the present connection, or 0. */
    private long lastHere;

    /** Frames that came and weren't acknowledged; what a probe asks for counts as {@link #ACK_FRAMES}. */
    private int unacknowledged;

    /** Guards all that isn't final. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Changed on the loop only, so the loop reads it without the lock. */
    private @Nullable Connection connection;

    /** How often the peer was told that this place lives since anything has come by the present connection. On the loop only. */
    private int unansweredBeats;

    /** What a sender has begun to write and the system hasn't taken: goes before anything else by the present connection. */
    private byte[] rest = NOTHING;

    /** How many packets and pieces the last batch had. */
    private int lastBatch;

    /** The small packets of the batch that is being taken; empty otherwise. */
    private final Bundle bundle;

    /** When a sender wrote last, and how many times in close succession. */
    private long wroteHere;

    private int closely;
    private Loop.@Nullable Timer ackTimer;
    private Loop.@Nullable Timer probeTimer;
    private long lastProgress;
    private boolean ended; // changed on the loop

    /** Whether the peer was asked for leave by the present connection. */
    private boolean hasAsked;

    /** Whether the peer has leave to send a large packet, and whether that is still to be told. */
    private boolean hasGiven;

    private boolean isLeaveDue;

    /** Pieces of large packets that have come. */
    private long pieces;

    Session(Member peer, LinkOptions options, Loop loop, AtomicLong packetsOut, AtomicLong bytesOut, Owner owner) {
        this.packetsOut = packetsOut;
        this.peer = peer;
        this.options = options;
        this.loop = loop;
        this.bytesOut = bytesOut;
        this.owner = owner;
        this.outbox = new Outbox(options.frameBytes(), options.queueBytes());
        this.assembly = new Assembly(options.payloadBytes());
        this.bundle = new Bundle(options.frameBytes() - Frame.HEADER);
    }

    /** Tells the owner if too much waits now. */
    void weigh() {
        if (outbox.crowds()) {
            Headroom.require();
            owner.pressure(this);
        }
    }

    boolean isConnected() {
        return connection != null;
    }

    boolean isOn(Connection other) {
        return connection == other;
    }

    long lastReceived() {
        return lastReceived;
    }

    /** Whether there is anything that needs a connection. */
    boolean wantsConnection() {
        return !ended && !isSettled();
    }

    /** How many frames were written and not acknowledged. */
    int keptFrames() {
        lock.lock();
        try {
            return kept.size();
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes wait to be written, or were and aren't acknowledged. */
    long heldBytes() {
        lock.lock();
        try {
            return outbox.waiting() + keptBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything has reached the peer. */
    boolean isSettled() {
        lock.lock();
        try {
            return ended || (outbox.isEmpty() && kept.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    // ---- connections ----------------------------------------------------------------------------------------------

    /** Goes on with a proven connection, instead of any other. */
    void attach(Connection proven, long peerReceived) {
        lock.lock();
        try {
            Connection former = connection;
            connection = proven;
            unansweredBeats = 0;
            rest = NOTHING; // it is among what is written again
            lastHere = 0;
            hasAsked = false;
            if (former != null && former != proven) {
                former.close();
            }
            lastProgress = loop.nanoTime();
            forget(peerReceived);
            List<byte[]> again = new ArrayList<>();
            for (Frame frame : kept) {
                frame.addTo(again);
            }
            write(again, false); // their acknowledgements are old
            drain();
            acknowledgeIfDue();
        } finally {
            lock.unlock();
        }
    }

    void detach() {
        lock.lock();
        try {
            connection = null;
            rest = NOTHING;
            cancelTimers();
        } finally {
            lock.unlock();
        }
    }

    void detachAndClose() {
        Connection open = connection;
        detach();
        if (open != null) {
            open.close();
        }
    }

    /** Nothing more will be sent or taken. */
    void end() {
        lock.lock();
        try {
            ended = true;
            detachAndClose();
            List<byte[]> undelivered = outbox.clear();
            kept.clear();
            keptBytes = 0;
            rest = NOTHING;
            assembly.clear();
            relieve();
            loop.execute(() -> undelivered.forEach(each -> owner.undelivered(this, each)));
        } finally {
            lock.unlock();
        }
    }

    void goodbye() {
        lock.lock();
        try {
            Connection open = connection;
            if (open != null) {
                List<byte[]> last = new ArrayList<>();
                Frame.of(Frame.Type.GOODBYE, lastReceived).addTo(last);
                writeRest(open);
                open.write(last);
            }
            end();
        } finally {
            lock.unlock();
        }
    }

    private void cancelTimers() {
        if (ackTimer != null) {
            ackTimer.cancel();
            ackTimer = null;
        }
        if (probeTimer != null) {
            probeTimer.cancel();
            probeTimer = null;
        }
    }

    // ---- signs of life --------------------------------------------------------------------------------------------

    /** Something has come by the present connection. */
    void heard() {
        unansweredBeats = 0;
    }

    /** Lets the peer know that this place lives, if the connection takes it; returns how often that was since anything came. */
    int beat() {
        lock.lock();
        try {
            acknowledge();
        } finally {
            lock.unlock();
        }
        return ++unansweredBeats;
    }

    // ---- large packets --------------------------------------------------------------------------------------------

    /** Whether the peer may send a large packet. */
    boolean hasLeave() {
        return hasGiven;
    }

    /** Has the peer send a large packet. */
    void giveLeave() {
        lock.lock();
        try {
            hasGiven = true;
            isLeaveDue = true;
            drain();
        } finally {
            lock.unlock();
        }
    }

    /** Whether part of a large packet has come. */
    boolean isReceiving() {
        return assembly.isUnderWay();
    }

    /** How many pieces of large packets have come. */
    long pieces() {
        return pieces;
    }

    /** Asks for leave and gives it, where that is due. */
    private void talkOfLeave(Connection open) {
        if (!open.isWritable()) {
            return; // a peer that asks and doesn't read costs nothing
        }
        List<byte[]> bare = new ArrayList<>();
        if (isLeaveDue) {
            isLeaveDue = false;
            Frame.of(Frame.Type.LEAVE, lastReceived).addTo(bare);
        }
        if (outbox.needsLeave() && !hasAsked) {
            hasAsked = true;
            Frame.of(Frame.Type.ASK, lastReceived).addTo(bare);
        }
        write(bare, true);
    }

    private void leave() {
        if (outbox.needsLeave()) {
            outbox.leave();
            hasAsked = false;
            drain();
        }
    }

    // ---- writing --------------------------------------------------------------------------------------------------

    /** Writes what has gathered, as far as connection and window take it. */
    void drain() {
        lock.lock();
        try {
            outbox.sort();
            Connection open = connection;
            if (open != null) {
                writeRest(open);
                talkOfLeave(open);
            }
            while (open != null && open == connection && open.isWritable() && keptBytes < options.windowBytes()) {
                List<byte[]> batch = batch();
                if (batch.isEmpty()) {
                    return;
                }
                write(batch, true);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes what is written at once. */
    private List<byte[]> batch() {
        List<byte[]> batch = new ArrayList<>();
        int bytes = 0;
        int packets = 0;
        for (byte[] whole = next(bytes); whole != null; whole = next(bytes)) {
            packets++;
            bytes += whole.length;
            if (!bundle.add(whole)) {
                keepBundle(batch);
                if (!bundle.add(whole)) {
                    keep(Frame.Type.DATA, whole, batch);
                }
            }
        }
        keepBundle(batch);
        Outbox.Piece piece = outbox.nextPiece();
        if (piece != null) {
            packets++;
            keep(piece.type(), piece.body(), batch);
        }
        if (packets > 0) {
            boolean isRest = piece != null && piece.type() == Frame.Type.PIECE; // was counted with its first one
            packetsOut.addAndGet(isRest ? packets - 1 : packets);
            lastBatch = packets;
            relieve();
        }
        return batch;
    }

    /** Writes the small packets that have gathered, before others. */
    private void keepBundle(List<byte[]> batch) {
        if (bundle.size() == 1) {
            keep(Frame.Type.DATA, bundle.single(), batch);
            bundle.clear();
        } else if (bundle.size() > 1) {
            keep(Frame.Type.PACKETS, bundle.close(), batch);
        }
    }

    /** Tells the owner that no longer too much waits. Without the lock: a sender that goes on may send at once. */
    private void relieve() {
        if (outbox.isRelieved()) {
            loop.execute(() -> owner.pressure(this));
        }
    }

    /**
     * Writes on the thread that sends, if its packet came by itself; returns whether nothing is left for the loop. If that broke off,
     * packets would be lost, or the lock be kept: there must be room on the stack.
     */
    boolean wroteAlone() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            Connection open = connection;
            // Timers are the loop's to set.
            if (open == null
                    || lastBatch > 1
                    || probeTimer == null
                    || rest.length > 0
                    || keptBytes >= options.windowBytes()
                    || !open.writesHere()) {
                return false;
            }
            closely = loop.nanoTime() - wroteHere < ALONE_NANOS ? closely + 1 : 0;
            if (closely >= CLOSE_PACKETS) {
                return false;
            }
            outbox.sort();
            List<byte[]> batch = batch();
            if (!batch.isEmpty()) {
                bytesOut.addAndGet(size(batch));
                rest = open.writeHere(batch);
                unacknowledged = 0;
                wroteHere = loop.nanoTime();
            }
            return rest.length == 0 && outbox.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void writeRest(Connection open) {
        if (rest.length > 0) {
            byte[] first = rest;
            rest = NOTHING;
            open.write(List.of(first));
        }
    }

    private static long size(List<byte[]> chunks) {
        long bytes = 0;
        for (byte[] chunk : chunks) {
            bytes += chunk.length;
        }
        return bytes;
    }

    /** The connection takes bytes again. */
    void writable() {
        drain();
        acknowledgeIfDue();
    }

    private byte @Nullable [] next(int bytes) {
        return bytes < BATCH_BYTES ? outbox.nextWhole() : null;
    }

    private void keep(Frame.Type type, byte[] body, List<byte[]> batch) {
        Frame frame = Frame.of(type, lastReceived, ++lastSent, body);
        kept.add(frame);
        keptBytes += frame.size();
        frame.addTo(batch);
    }

    private void write(List<byte[]> chunks, boolean acknowledges) {
        Connection open = connection;
        if (open == null || chunks.isEmpty()) {
            return;
        }
        bytesOut.addAndGet(size(chunks));
        writeRest(open);
        open.write(chunks);
        if (acknowledges) {
            unacknowledged =
                    0; // the timer finds nothing to do: to set one for each frame would cost more than the frame
        }
        if (probeTimer == null && !kept.isEmpty()) {
            lastProgress = loop.nanoTime();
            probeTimer = loop.schedule(PROBE_NANOS, this::probe);
        }
    }

    private void probe() {
        lock.lock();
        try {
            probeTimer = null;
            if (connection == null || kept.isEmpty()) {
                return;
            }
            long silent = loop.nanoTime() - lastProgress;
            if (silent >= SILENCE_NANOS) {
                owner.broken(
                        this,
                        "nothing was acknowledged for " + TimeUnit.NANOSECONDS.toMillis(silent) + " ms, the bound is "
                                + Bound.LINK_SILENCE_MILLIS.value() + " ms");
                return;
            }
            probeTimer = loop.schedule(PROBE_NANOS, this::probe);
            if (silent >= PROBE_NANOS) {
                List<byte[]> probe = new ArrayList<>();
                Frame.of(Frame.Type.PROBE, lastReceived).addTo(probe);
                write(probe, true);
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- reading --------------------------------------------------------------------------------------------------

    /** A frame has arrived on the present connection. */
    void frame(Frame.Type type, long acknowledged, long sequence, byte[] body) {
        byte[] packet;
        lock.lock();
        try {
            packet = taken(type, acknowledged, sequence, body);
        } finally {
            lock.unlock();
        }
        if (packet == null) {
            return;
        }
        if (type == Frame.Type.PACKETS) {
            Bundle.open(packet, this::deliver);
        } else {
            owner.packet(this, packet);
        }
    }

    /** Delivers one of several packets of a frame. All of them count as received: a lost connection doesn't stop them. */
    private void deliver(byte[] packet) {
        if (!ended) {
            owner.packet(this, packet);
        }
    }

    /** Returns the packet that is complete with this frame, or the packets, if there is one. */
    private byte @Nullable [] taken(Frame.Type type, long acknowledged, long sequence, byte[] body) {
        forget(acknowledged);
        if (!type.sequenced) {
            if (sequence != 0 || body.length != 0) {
                throw new MalformedException(
                        "a frame of type " + type + " with number " + sequence + " and " + body.length + " bytes");
            }
            control(type);
            return null;
        }
        if (sequence < 1 || (lastHere != 0 && sequence != lastHere + 1)) {
            throw new MalformedException("frame " + sequence + " after frame " + lastHere + " of the same connection");
        }
        if (sequence <= lastReceived) {
            lastHere = sequence;
            unacknowledged++; // written again after a reconnect: the peer doesn't know yet that it had arrived
            return null;
        }
        if (sequence != lastReceived + 1) {
            throw new MalformedException("frame " + sequence + " after frame " + lastReceived + " leaves a gap");
        }
        byte[] packet = switch (type) {
            case FIRST -> assembly.first(body);
            case PIECE -> assembly.piece(body);
            case PACKETS -> checked(body);
            default -> body;
        };
        if (type == Frame.Type.FIRST || type == Frame.Type.PIECE) {
            pieces++;
            if (packet != null) {
                hasGiven = false;
                owner.transferred(this);
            }
        }
        lastReceived = sequence;
        lastHere = sequence;
        unacknowledged++;
        return packet;
    }

    private static byte[] checked(byte[] bundle) {
        Bundle.check(bundle);
        return bundle;
    }

    private void control(Frame.Type type) {
        switch (type) {
            case PROBE -> unacknowledged = ACK_FRAMES;
            case GOODBYE -> owner.goodbye(this);
            case ASK -> owner.asks(this);
            case LEAVE -> leave();
            default -> {}
        }
    }

    /** All frames of one read have been taken. */
    void readComplete() {
        drain(); // the window may have opened
        acknowledgeIfDue();
    }

    private void acknowledgeIfDue() {
        lock.lock();
        try {
            if (unacknowledged >= ACK_FRAMES) {
                acknowledge();
            } else if (unacknowledged > 0 && ackTimer == null && connection != null) {
                ackTimer = loop.schedule(ACK_NANOS, this::acknowledgeLate);
            }
        } finally {
            lock.unlock();
        }
    }

    private void acknowledgeLate() {
        lock.lock();
        try {
            ackTimer = null;
            unacknowledged = unacknowledged > 0 ? ACK_FRAMES : 0;
            acknowledgeIfDue();
        } finally {
            lock.unlock();
        }
    }

    private void acknowledge() {
        Connection open = connection;
        if (open != null && open.isWritable()) {
            List<byte[]> bare = new ArrayList<>();
            Frame.of(Frame.Type.ACK, lastReceived).addTo(bare);
            write(bare, true);
        }
    }

    private void forget(long acknowledged) {
        if (acknowledged < 0 || acknowledged > lastSent) {
            throw new MalformedException(
                    "an acknowledgement of frame " + acknowledged + "; " + lastSent + " were sent");
        }
        boolean progress = false;
        for (Frame first = kept.peek(); first != null && first.sequence() <= acknowledged; first = kept.peek()) {
            kept.remove();
            keptBytes -= first.size();
            progress = true;
        }
        if (progress) {
            lastProgress = loop.nanoTime();
        }
    }
}
