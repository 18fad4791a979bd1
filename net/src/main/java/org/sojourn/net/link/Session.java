package org.sojourn.net.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;

/**
 * The conversation with one incarnation of a peer. It lives as long as both are members; connections come and go under it,
 * and none of that loses or repeats a packet.
 *
 * <p><b>Numbers.</b> Each frame that carries part of a packet has the next sequence number, from 1, in the order in which it is
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
 * <p>Everything but {@link #offer} happens on the loop.
 */
final class Session {
    static final int ACK_FRAMES = 64;
    static final long ACK_NANOS = 5_000_000;
    private static final int BATCH_BYTES = 256 << 10;
    private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.PROBE_MILLIS.value());
    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(Bound.LINK_SILENCE_MILLIS.value());

    /** What a session tells the mesh. */
    interface Owner {
        /** A packet is complete. */
        void packet(Session session, byte[] packet);

        /** The peer has said goodbye. */
        void goodbye(Session session);

        /** The peer isn't what it should be, or was silent too long: the connection must be closed. */
        void broken(Session session, String cause);
    }

    final Member peer;
    final Outbox outbox;
    private final LinkOptions options;
    private final Loop loop;
    private final Owner owner;
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

    private @Nullable Connection connection;
    private Loop.@Nullable Timer ackTimer;
    private Loop.@Nullable Timer probeTimer;
    private long lastProgress;
    private boolean ended;

    Session(Member peer, LinkOptions options, Loop loop, AtomicLong bytesOut, Owner owner) {
        this.peer = peer;
        this.options = options;
        this.loop = loop;
        this.bytesOut = bytesOut;
        this.owner = owner;
        this.outbox = new Outbox(options.frameBytes());
        this.assembly = new Assembly(options.payloadBytes());
    }

    /** Adds a packet, from any thread; returns whether the caller must have the session drained. */
    boolean offer(Lane lane, long key, byte[] packet) {
        return outbox.add(lane, key, packet);
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
        return !ended && (!outbox.isEmpty() || !kept.isEmpty());
    }

    /** How many frames were written and not acknowledged. */
    int keptFrames() {
        return kept.size();
    }

    /** Whether everything has reached the peer. */
    boolean isSettled() {
        return ended || (outbox.isEmpty() && kept.isEmpty());
    }

    // ---- connections ----------------------------------------------------------------------------------------------

    /** Goes on with a proven connection, instead of any other. */
    void attach(Connection proven, long peerReceived) {
        Connection former = connection;
        connection = proven;
        lastHere = 0;
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
    }

    void detach() {
        connection = null;
        cancelTimers();
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
        ended = true;
        detachAndClose();
        outbox.clear();
        kept.clear();
        keptBytes = 0;
    }

    void goodbye() {
        Connection open = connection;
        if (open != null) {
            List<byte[]> last = new ArrayList<>();
            Frame.of(Frame.Type.GOODBYE, lastReceived).addTo(last);
            open.write(last);
        }
        end();
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

    // ---- writing --------------------------------------------------------------------------------------------------

    /** Writes what has gathered, as far as connection and window take it. */
    void drain() {
        outbox.sort();
        Connection open = connection;
        while (open != null && open == connection && open.isWritable() && keptBytes < options.windowBytes()) {
            List<byte[]> batch = new ArrayList<>();
            int bytes = 0;
            for (byte[] whole = next(bytes); whole != null; whole = next(bytes)) {
                bytes += keep(Frame.Type.DATA, whole, batch);
            }
            Outbox.Piece piece = outbox.nextPiece();
            if (piece != null) {
                keep(piece.type(), piece.body(), batch);
            }
            if (batch.isEmpty()) {
                return;
            }
            write(batch, true);
        }
    }

    /** The connection takes bytes again. */
    void writable() {
        drain();
        acknowledgeIfDue();
    }

    private byte @Nullable [] next(int bytes) {
        return bytes < BATCH_BYTES ? outbox.nextWhole() : null;
    }

    private int keep(Frame.Type type, byte[] body, List<byte[]> batch) {
        Frame frame = Frame.of(type, lastReceived, ++lastSent, body);
        kept.add(frame);
        keptBytes += frame.size();
        frame.addTo(batch);
        return frame.size();
    }

    private void write(List<byte[]> chunks, boolean acknowledges) {
        Connection open = connection;
        if (open == null || chunks.isEmpty()) {
            return;
        }
        long bytes = 0;
        for (byte[] chunk : chunks) {
            bytes += chunk.length;
        }
        bytesOut.addAndGet(bytes);
        open.write(chunks);
        if (acknowledges) {
            unacknowledged = 0;
            if (ackTimer != null) {
                ackTimer.cancel();
                ackTimer = null;
            }
        }
        if (probeTimer == null && !kept.isEmpty()) {
            lastProgress = loop.nanoTime();
            probeTimer = loop.schedule(PROBE_NANOS, this::probe);
        }
    }

    private void probe() {
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
    }

    // ---- reading --------------------------------------------------------------------------------------------------

    /** A frame has arrived on the present connection. */
    void frame(Frame.Type type, long acknowledged, long sequence, byte[] body) {
        forget(acknowledged);
        if (!type.sequenced) {
            if (sequence != 0 || body.length != 0) {
                throw new MalformedException(
                        "a frame of type " + type + " with number " + sequence + " and " + body.length + " bytes");
            }
            control(type);
            return;
        }
        if (sequence < 1 || (lastHere != 0 && sequence != lastHere + 1)) {
            throw new MalformedException("frame " + sequence + " after frame " + lastHere + " of the same connection");
        }
        if (sequence <= lastReceived) {
            lastHere = sequence;
            unacknowledged++; // written again after a reconnect, although it had arrived: the peer doesn't know that
            // yet
            return;
        }
        if (sequence != lastReceived + 1) {
            throw new MalformedException("frame " + sequence + " after frame " + lastReceived + " leaves a gap");
        }
        byte[] packet = switch (type) {
            case FIRST -> assembly.first(body);
            case PIECE -> assembly.piece(body);
            default -> body;
        };
        lastReceived = sequence;
        lastHere = sequence;
        unacknowledged++;
        if (packet != null) {
            owner.packet(this, packet);
        }
    }

    private void control(Frame.Type type) {
        if (type == Frame.Type.PROBE) {
            unacknowledged = ACK_FRAMES;
        } else if (type == Frame.Type.GOODBYE) {
            owner.goodbye(this);
        }
    }

    /** What came in one read has been taken. */
    void readComplete() {
        drain(); // the window may have opened
        acknowledgeIfDue();
    }

    private void acknowledgeIfDue() {
        if (unacknowledged >= ACK_FRAMES) {
            acknowledge();
        } else if (unacknowledged > 0 && ackTimer == null && connection != null) {
            ackTimer = loop.schedule(ACK_NANOS, () -> {
                ackTimer = null;
                unacknowledged = unacknowledged > 0 ? ACK_FRAMES : 0;
                acknowledgeIfDue();
            });
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
        for (Frame first = kept.peek(); first != null && first.sequence() <= acknowledged; first = kept.peek()) {
            kept.remove();
            lastProgress = loop.nanoTime();
            keptBytes -= first.size();
        }
    }
}
