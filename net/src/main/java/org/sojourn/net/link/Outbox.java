package org.sojourn.net.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Lane;

/**
 * What waits for one peer. Any thread adds; the session takes, under its lock.
 *
 * <p><b>Lanes.</b> Control goes before data, data before bulk. A payload that doesn't fit a frame is bulk. While a bulk payload
 * with some order key waits or is under way, later packets with that key wait behind it in the bulk lane, so packets of one key
 * keep their order; one bulk payload is under way at a time, and none before the peer gives leave ({@link Transfers}). A
 * control packet that doesn't fit a frame lets nothing that was sent later pass, so all that follows is bulk until it is gone.
 * A bulk packet waits for the data that was there before it, not for what came since, so a flood of data doesn't starve it.
 *
 * <p><b>Waking.</b> A thread that adds to an outbox that nobody is about to drain has it drained: {@link #isToBeDrained} says so. The flag is
 * cleared before the drain takes anything, so what is added later wakes again; at most one wake is under way per batch.
 *
 * <p><b>Holding back.</b> While it holds back, what arrives stays where it is, and is counted ({@link Holding}).
 *
 * <p><b>Crowding.</b> It is crowded from when more than a bound waits until half of that does, and takes what is added all the
 * same: senders wait, those that can.
 */
final class Outbox {
    /** A packet, and the one that arrived before it, or after it once they are turned round. */
    private static final class Packet {
        final Lane lane;
        final long key;
        final byte[] bytes;

        @Nullable
        Packet next;

        Packet(Lane lane, long key, byte[] bytes) {
            this.lane = lane;
            this.key = key;
            this.bytes = bytes;
        }
    }

    /** A packet of the bulk lane, and how many data packets go before it. */
    private record Bulk(Packet packet, long dataBefore) {}

    private final int bodyBytes;
    private final int queueBytes;

    /** Bytes that wait, and some that were taken since. Raised by each thread that adds; pairs with nothing but itself. */
    private final AtomicLong waiting = new AtomicLong();

    /** Pairs with nothing but itself: of several threads that see the bound passed, one changes it. */
    private final AtomicBoolean crowded = new AtomicBoolean();

    /** What has arrived, the last one first. A push (compareAndSet) pairs with the taking of all (getAndSet). */
    private final AtomicReference<@Nullable Packet> arrived = new AtomicReference<>();

    /** Whether a drain is under way. Set by who adds after the push, cleared by sort before the taking. */
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Whether what has arrived stays there. */
    private volatile boolean holding;

    /** How many packets have arrived since it holds back. */
    private final AtomicInteger held = new AtomicInteger();

    /** Whether the time runs after which it holds back no more. On the loop only. */
    private boolean isTimed;

    /** Guarded by the session's lock, as all that follows. */
    private final Deque<byte[]> control = new ArrayDeque<>();

    private final Deque<byte[]> data = new ArrayDeque<>();
    private final Deque<Bulk> bulk = new ArrayDeque<>();
    private final Map<Long, Integer> bulkKeys = new HashMap<>();

    /** How many data packets have been sorted, and how many of them taken. */
    private long dataSorted;

    private long dataTaken;

    /** How many control packets are among the bulk. */
    private int bulkControls;

    /** How much of the first bulk packet has been taken. */
    private int taken;

    /** Bytes that were taken and still count as waiting: to say so for each packet would slow down the senders. */
    private long takenBytes;

    /** Whether the peer has given leave for one large packet. */
    private boolean hasLeave;

    Outbox(int frameBytes, int queueBytes) {
        this.bodyBytes = frameBytes - Frame.HEADER;
        this.queueBytes = queueBytes;
    }

    boolean isCrowded() {
        return crowded.get();
    }

    /** Whether it has become crowded: to be asked after each packet that was added. */
    boolean crowds() {
        if (waiting.get() <= queueBytes || crowded.get() || !crowded.compareAndSet(false, true)) {
            return false;
        }
        // Pairs with isRelieved: set first, counted second. All may have been taken in between, with nobody left to see
        // that.
        return waiting.get() > queueBytes / 2 || !crowded.compareAndSet(true, false);
    }

    /** Whether it isn't crowded any more: to be asked after packets were taken. With the lock held. */
    boolean isRelieved() {
        waiting.addAndGet(-takenBytes);
        takenBytes = 0;
        return crowded.get() && waiting.get() <= queueBytes / 2 && crowded.compareAndSet(true, false);
    }

    /** How many bytes wait. With the lock held. */
    long waiting() {
        return waiting.get() - takenBytes;
    }

    /**
     * Adds a packet.
     *
     * @throws StackOverflowError if the sender has no stack left; the packet isn't taken then
     */
    void add(Lane lane, long key, byte[] bytes) {
        Packet packet = new Packet(lane, key, bytes);
        waiting.addAndGet(bytes.length);
        try {
            do {
                packet.next = arrived.get();
            } while (!arrived.compareAndSet(packet.next, packet));
        } catch (StackOverflowError e) {
            waiting.addAndGet(-bytes.length);
            throw e;
        }
    }

    /** Whether the caller must have the outbox drained: to be asked after each packet that was added. */
    boolean isToBeDrained() {
        return !woken.get() && woken.compareAndSet(false, true);
    }

    /** Begins to hold back. */
    void hold() {
        holding = true;
    }

    void release() {
        held.set(0);
        holding = false;
    }

    boolean isHolding() {
        return holding;
    }

    /** Counts one that has arrived; returns how many have since it holds back. */
    int counted() {
        return held.incrementAndGet();
    }

    /** Returns whether the time is to be set; it runs already otherwise. On the loop. */
    boolean beginsToWait() {
        boolean isFirst = !isTimed;
        isTimed = true;
        return isFirst;
    }

    void hasWaited() {
        isTimed = false;
    }

    /** Sorts what has arrived into lanes, unless it is held back. */
    void sort() {
        if (holding) {
            return;
        }
        woken.set(false);
        Packet later;
        for (Packet packet = turned(arrived.getAndSet(null)); packet != null; packet = later) {
            later = packet.next;
            packet.next = null; // one that waits for long holds on to no other
            if (packet.bytes.length > bodyBytes
                    || packet.lane == Lane.BULK
                    || bulkControls > 0
                    || (packet.lane == Lane.DATA && bulkKeys.containsKey(packet.key))) {
                bulk.add(new Bulk(packet, dataSorted));
                bulkKeys.merge(packet.key, 1, Integer::sum);
                bulkControls += packet.lane == Lane.CONTROL ? 1 : 0;
            } else if (packet.lane == Lane.CONTROL) {
                control.add(packet.bytes);
            } else {
                data.add(packet.bytes);
                dataSorted++;
            }
        }
    }

    /** The first one first. */
    private static @Nullable Packet turned(@Nullable Packet last) {
        Packet first = null;
        for (Packet each = last; each != null; ) {
            Packet before = each.next;
            each.next = first;
            first = each;
            each = before;
        }
        return first;
    }

    /** About how many packets wait: while others add and take, the count may be wrong. */
    int size() {
        int count = control.size() + data.size() + bulk.size();
        for (Packet each = arrived.get(); each != null; each = each.next) {
            count++;
        }
        return count;
    }

    boolean isEmpty() {
        return control.isEmpty() && data.isEmpty() && bulk.isEmpty() && arrived.get() == null;
    }

    /** Takes the next packet that fits a frame and needn't wait for bulk. */
    byte @Nullable [] nextWhole() {
        byte[] first = control.poll();
        if (first == null) {
            first = data.poll();
            dataTaken += first == null ? 0 : 1;
        }
        if (first != null) {
            takenBytes += first.length;
        }
        return first;
    }

    /** Whether the next of the bulk lane is a large packet that waits for leave. */
    boolean needsLeave() {
        Bulk next = bulk.peek();
        return next != null && !hasLeave && next.packet.bytes.length > bodyBytes;
    }

    /** The peer has given leave for one large packet. */
    void leave() {
        hasLeave = true;
    }

    /** A piece of the bulk lane, or one whole packet of it. */
    record Piece(Frame.Type type, byte[] body) {}

    /** Takes the next piece of the bulk lane, unless control or earlier data goes first. */
    @Nullable
    Piece nextPiece() {
        Bulk next = bulk.peek();
        if (next == null || needsLeave() || !control.isEmpty() || dataTaken < next.dataBefore) {
            return null;
        }
        Packet packet = next.packet;
        byte[] bytes = packet.bytes;
        if (taken == 0 && bytes.length <= bodyBytes) {
            takenBytes += bytes.length;
            finish(packet);
            return new Piece(Frame.Type.DATA, bytes);
        }
        int prefix = taken == 0 ? Frame.LENGTH_BYTES : 0;
        int count = Math.min(bodyBytes - prefix, bytes.length - taken);
        byte[] body = new byte[prefix + count];
        if (prefix > 0) {
            java.nio.ByteBuffer.wrap(body).putInt(bytes.length);
        }
        System.arraycopy(bytes, taken, body, prefix, count);
        Frame.Type type = taken == 0 ? Frame.Type.FIRST : Frame.Type.PIECE;
        taken += count;
        takenBytes += count;
        if (taken == bytes.length) {
            hasLeave = false;
            finish(packet);
        }
        return new Piece(type, body);
    }

    private void finish(Packet packet) {
        bulk.remove();
        taken = 0;
        bulkControls -= packet.lane == Lane.CONTROL ? 1 : 0;
        bulkKeys.computeIfPresent(packet.key, (key, count) -> count == 1 ? null : count - 1);
    }

    /**
     * Forgets everything. What is added later wakes again, and so can be forgotten as well.
     *
     * @return the large packets that weren't sent as a whole
     */
    List<byte[]> clear() {
        release();
        sort();
        while (nextWhole() != null) {
            // and counts it as taken
        }
        List<byte[]> large = new ArrayList<>();
        for (Bulk each : bulk) {
            byte[] bytes = each.packet.bytes;
            takenBytes += bytes.length;
            if (bytes.length > bodyBytes) {
                large.add(bytes);
            }
        }
        takenBytes -= taken; // was counted as it was taken
        bulk.clear();
        bulkKeys.clear();
        bulkControls = 0;
        taken = 0;
        hasLeave = false;
        return large;
    }
}
