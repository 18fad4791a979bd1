package org.sojourn.net.layer;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.layer.Segment.Kind;

/** The bytes that one end of a stream has to send: what isn't cut into segments yet, and segments that may not have arrived. */
final class Outgoing {
    /** So many segments may be under way. */
    static final int WINDOW = 256;

    /** With more than this kept, others should write no more, until it is less than the second. */
    private static final int HIGH_BYTES = 1 << 20;

    private static final int LOW_BYTES = 256 << 10;

    /** A segment under way. */
    static final class Sent {
        final Kind kind;
        final int number;
        final ByteBuffer bytes;
        boolean isTaken;
        long sentAt;

        /** Whether it was sent more than once, and its answer says nothing about the time that it took. */
        boolean isRepeated;

        private Sent(Kind kind, int number, ByteBuffer bytes) {
            this.kind = kind;
            this.number = number;
            this.bytes = bytes;
        }
    }

    private final int segmentBytes;
    private final Deque<ByteBuffer> kept = new ArrayDeque<>();
    private final Deque<Sent> underWay = new ArrayDeque<>();
    private int keptBytes;
    private int next;
    private boolean endsAfterwards;
    private boolean hasEnd;
    private boolean isFull;

    Outgoing(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    void add(List<byte[]> chunks) {
        for (byte[] each : chunks) {
            if (each.length > 0) {
                kept.add(ByteBuffer.wrap(each));
                keptBytes += each.length;
            }
        }
        isFull |= keptBytes > HIGH_BYTES;
    }

    /** Nothing is added any more. */
    void end() {
        endsAfterwards = true;
    }

    boolean isWritable() {
        return !isFull;
    }

    /** Cuts the next segment; null if the window is full or there is nothing to cut. */
    @Nullable
    Sent cut() {
        if (underWay.size() >= WINDOW || hasEnd) {
            return null;
        }
        Kind kind = Kind.DATA;
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(keptBytes, segmentBytes));
        if (keptBytes == 0) {
            if (!endsAfterwards) {
                return null;
            }
            kind = Kind.END;
            hasEnd = true;
        }
        while (bytes.hasRemaining()) {
            ByteBuffer first = kept.element();
            int length = Math.min(bytes.remaining(), first.remaining());
            bytes.put(first.slice(first.position(), length));
            first.position(first.position() + length);
            if (!first.hasRemaining()) {
                kept.remove();
            }
        }
        keptBytes -= bytes.position();
        Sent sent = new Sent(kind, next++, bytes.flip());
        underWay.add(sent);
        return sent;
    }

    /** {@return those that nobody has taken, or that may not have arrived, in order} */
    Iterable<Sent> underWay() {
        return underWay;
    }

    /** {@return whether something may not have arrived} */
    boolean isUnderWay() {
        return !underWay.isEmpty();
    }

    /**
     * The other end has so many segments.
     *
     * @return the last one of these that was under way; null if none was
     */
    @Nullable
    Sent arrived(int count) {
        Sent last = null;
        for (Iterator<Sent> each = underWay.iterator(); each.hasNext(); ) {
            Sent sent = each.next();
            if (sent.number - count >= 0) {
                break;
            }
            each.remove();
            last = sent;
        }
        return last;
    }

    /** {@return whether more may be written, and couldn't before} */
    boolean becomesWritable() {
        boolean becomes = isFull && keptBytes < LOW_BYTES;
        isFull &= !becomes;
        return becomes;
    }

    /** {@return whether all has arrived, the end too} */
    boolean isOver() {
        return hasEnd && underWay.isEmpty();
    }
}
