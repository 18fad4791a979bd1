package org.sojourn.net.layer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.net.layer.Segment.Kind;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/**
 * One end of a stream of bytes over messages that may get lost, come twice or overtake each other. On the loop of its wire.
 *
 * <pre>
 *   dialler ---- OPEN -------------&gt; acceptor    again and again, until something comes back
 *          &lt;---- OPENED ------------
 *           ---- DATA 0, DATA 1 ---&gt;              from both ends; so many at a time as the window has room for
 *          &lt;---- RECEIVED 2 --------              or with a segment of its own: what it has in order
 *           ---- END 2 ------------&gt;              after the last byte; closed when it has arrived
 *          &lt;---- RECEIVED 3, or GONE
 * </pre>
 *
 * <p>What isn't confirmed in time is sent again, at ever longer intervals, and at once what the third confirmation in a row hasn't got. What the layer
 * doesn't take is offered again a little later. When nothing is confirmed for {@link Bound#LAYER_SILENCE_MILLIS}, the stream is closed: the links
 * above it know what has arrived, and dial again.
 */
final class Stream implements Connection {
    private static final long SHORTEST_WAIT = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long FIRST_WAIT = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long OFFER_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(Bound.LAYER_SILENCE_MILLIS.value());
    private static final int CONFIRMED_AGAIN = 3;

    /** So many segments are sent again at a time. */
    private static final int REPEATED = 8;

    private final MessageWire wire;
    private final int peer;
    private final long number;

    /** Gets the outcome, at the end that has dialled. */
    private final Wire.@Nullable Dial dial;

    private final Outgoing outgoing;

    /** Segments that have come before others which are missing. */
    private final Map<Integer, Segment> early = new HashMap<>();

    /** Bytes that nobody has listened to yet. */
    private final List<ByteBuffer> unheard = new ArrayList<>();

    private @Nullable Listener listener;
    private boolean isOpen;
    private boolean isClosing;
    private boolean isClosed;
    private int received;
    private int confirmed;
    private int confirmedAgain;
    private boolean owesConfirmation;
    private long tripNanos = FIRST_WAIT;
    private long waitNanos = FIRST_WAIT;

    /** When something was confirmed last, or began to be awaited. */
    private long progressAt;

    private Loop.@Nullable Timer repeating;
    private Loop.@Nullable Timer offering;

    Stream(MessageWire wire, int peer, long number, Wire.@Nullable Dial dial) {
        this.wire = wire;
        this.peer = peer;
        this.number = number;
        this.dial = dial;
        this.isOpen = dial == null;
        this.outgoing = new Outgoing(wire.segmentBytes());
        this.progressAt = wire.loop().nanoTime();
    }

    MessageWire.Key key() {
        return new MessageWire.Key(peer, number, dial != null);
    }

    // ---- opening --------------------------------------------------------------------------------------------------

    /** Asks for the other end, until it answers. */
    void open() {
        if (isOpen || isClosed) {
            return;
        }
        if (wire.loop().nanoTime() - progressAt > PATIENCE) {
            closed("p" + peer + " hasn't answered for " + TimeUnit.NANOSECONDS.toMillis(PATIENCE) + " ms");
            return;
        }
        send(Kind.OPEN, 0, Segment.NONE);
        repeating = wire.loop().schedule(waitNanos, this::open);
        waitNanos = Math.min(LONGEST_WAIT, 2 * waitNanos);
    }

    /** The layer says that the place can be reached. */
    void again() {
        if (!isOpen) {
            waitNanos = FIRST_WAIT;
            cancel(repeating);
            open();
        }
    }

    private void opened() {
        if (!isOpen && dial != null) {
            isOpen = true;
            cancel(repeating);
            waitNanos = FIRST_WAIT;
            progressAt = wire.loop().nanoTime();
            dial.connected(this);
        }
    }

    // ---- what comes -----------------------------------------------------------------------------------------------

    void take(Segment segment) {
        if (segment.kind() == Kind.GONE) {
            closed(isClosing ? "closed here" : "there is no such connection at p" + peer + " any more");
            return;
        }
        if (segment.kind() == Kind.OPEN) {
            send(Kind.OPENED, 0, Segment.NONE); // the first answer may have got lost
            return;
        }
        opened();
        confirmed(segment);
        if (isClosed || (segment.kind() != Kind.DATA && segment.kind() != Kind.END)) {
            return;
        }
        int ahead = segment.number() - received;
        if (ahead == 0) {
            oweConfirmation();
            inOrder(segment);
            for (Segment next = early.remove(received); next != null && !isClosed; next = early.remove(received)) {
                inOrder(next);
            }
        } else {
            if (ahead > 0 && ahead < Outgoing.WINDOW) {
                early.putIfAbsent(segment.number(), segment);
            }
            confirm(); // at once: what is missing is noticed by it
        }
    }

    private void inOrder(Segment segment) {
        received++;
        if (segment.kind() == Kind.END) {
            confirm();
            closed("p" + peer + " has closed it");
        } else if (listener != null) {
            listener.received(segment.bytes());
        } else {
            unheard.add(segment.bytes());
        }
    }

    /** With the next segment, or after all that has come already. */
    private void oweConfirmation() {
        if (!owesConfirmation) {
            owesConfirmation = true;
            wire.loop().execute(() -> {
                if (owesConfirmation && !isClosed) {
                    confirm();
                }
            });
        }
    }

    private void confirm() {
        send(Kind.RECEIVED, 0, Segment.NONE);
    }

    private void confirmed(Segment by) {
        Outgoing.Sent last = outgoing.arrived(by.received());
        if (last == null) {
            if (by.kind() == Kind.RECEIVED && by.received() == confirmed && outgoing.isUnderWay()) {
                confirmedAgain++;
                if (confirmedAgain == CONFIRMED_AGAIN) {
                    repeat(1);
                }
            }
            return;
        }
        confirmed = by.received();
        confirmedAgain = 0;
        long now = wire.loop().nanoTime();
        progressAt = now;
        if (!last.isRepeated) {
            tripNanos += (now - last.sentAt - tripNanos) / 4;
        }
        waitNanos = Math.max(SHORTEST_WAIT, Math.min(LONGEST_WAIT, 3 * tripNanos));
        awaitConfirmation();
        if (outgoing.isOver()) {
            closed("closed here");
            return;
        }
        pump();
        if (outgoing.becomesWritable() && listener != null) {
            listener.writable();
        }
    }

    // ---- what goes ------------------------------------------------------------------------------------------------

    @Override
    public void listen(Listener to) {
        listener = to;
        List<ByteBuffer> earlier = List.copyOf(unheard);
        unheard.clear();
        for (ByteBuffer each : earlier) {
            if (!isClosed) {
                to.received(each);
            }
        }
    }

    @Override
    public void write(List<byte[]> chunks) {
        if (!isClosed && !isClosing) {
            outgoing.add(chunks);
            pump();
        }
    }

    @Override
    public boolean isWritable() {
        return outgoing.isWritable();
    }

    private void pump() {
        boolean wasIdle = !outgoing.isUnderWay();
        for (Outgoing.Sent next = outgoing.cut(); next != null && !isClosed; next = outgoing.cut()) {
            if (offering == null) {
                offer(next);
            }
        }
        if (wasIdle && outgoing.isUnderWay()) {
            progressAt = wire.loop().nanoTime();
            awaitConfirmation();
        }
    }

    /** Has the layer take a segment; if it doesn't, all that follow wait as well. */
    private boolean offer(Outgoing.Sent segment) {
        segment.sentAt = wire.loop().nanoTime();
        segment.isTaken = send(segment.kind, segment.number, segment.bytes);
        if (!segment.isTaken && offering == null) {
            offering = wire.loop().schedule(OFFER_AGAIN, this::offerAgain);
        }
        return segment.isTaken;
    }

    private void offerAgain() {
        offering = null;
        for (Outgoing.Sent each : outgoing.underWay()) {
            if (isClosed || (!each.isTaken && !offer(each))) {
                return;
            }
        }
    }

    /** Sends the first ones that may not have arrived once more. */
    private void repeat(int most) {
        int count = 0;
        for (Outgoing.Sent each : outgoing.underWay()) {
            if (count == most || isClosed || !each.isTaken) {
                return;
            }
            each.isRepeated = true;
            offer(each);
            count++;
        }
    }

    private void awaitConfirmation() {
        cancel(repeating);
        repeating = outgoing.isUnderWay() ? wire.loop().schedule(waitNanos, this::unconfirmed) : null;
    }

    private void unconfirmed() {
        long waited = wire.loop().nanoTime() - progressAt;
        if (waited > PATIENCE) {
            send(Kind.GONE, 0, Segment.NONE); // it may have nothing under way, and so notice nothing
            closed("p" + peer + " has confirmed nothing for " + TimeUnit.NANOSECONDS.toMillis(waited) + " ms");
            return;
        }
        waitNanos = Math.min(LONGEST_WAIT, 2 * waitNanos);
        repeat(REPEATED);
        awaitConfirmation();
    }

    private boolean send(Kind kind, int segment, ByteBuffer bytes) {
        owesConfirmation = false;
        return wire.send(peer, new Segment(kind, dial != null, number, segment, received, bytes));
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        if (!isClosing && !isClosed) {
            isClosing = true;
            outgoing.end();
            pump();
        }
    }

    /** Is over, for whatever reason. */
    void closed(String cause) {
        if (isClosed) {
            return;
        }
        isClosed = true;
        cancel(repeating);
        cancel(offering);
        wire.forget(this);
        if (!isOpen && dial != null) {
            dial.failed(cause);
        } else if (listener != null) {
            listener.closed(cause);
        }
    }

    private static void cancel(Loop.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    @Override
    public String remote() {
        return "p" + peer + " by " + wire.means();
    }
}
