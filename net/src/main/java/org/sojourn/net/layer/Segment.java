package org.sojourn.net.layer;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message between two ends of a stream. On its way:
 *
 * <pre>
 *   1  which wire
 *   1  kind
 *   1  1 if the end that has dialled sends it, else 0
 *   8  number of the stream, made up by that end
 *   4  number of the segment, from 0, if it is one of DATA or END
 *   4  how many segments its sender has received so far, in order
 *   *  bytes of the stream, if it is one of DATA
 * </pre>
 *
 * @param kind what it is for
 * @param byDialler whether the end that has dialled sends it
 * @param stream the number of the stream
 * @param number that of the segment
 * @param received what its sender has received in order
 * @param bytes those of the stream
 */
record Segment(Kind kind, boolean byDialler, long stream, int number, int received, ByteBuffer bytes) {
    /** What segments are for. */
    enum Kind {
        /** Begins a stream. */
        OPEN,
        /** It has begun. */
        OPENED,
        /** Bytes. */
        DATA,
        /** The last one of its end, numbered as DATA is. */
        END,
        /** Says what was received. */
        RECEIVED,
        /** There is no such stream here. */
        GONE
    }

    static final int HEADER_BYTES = 19;
    static final ByteBuffer NONE = ByteBuffer.allocate(0);
    private static final Kind[] KINDS = Kind.values();

    /** Reads what follows the byte for the wire; null if it is malformed. */
    static @Nullable Segment read(ByteBuffer message) {
        if (message.remaining() < HEADER_BYTES - 1) {
            return null;
        }
        int kind = message.get();
        int end = message.get();
        if (kind < 0 || kind >= KINDS.length || (end & ~1) != 0) {
            return null;
        }
        return new Segment(
                KINDS[kind], end == 1, message.getLong(), message.getInt(), message.getInt(), message.slice());
    }

    /** Writes it as a message. */
    ByteBuffer write(byte wire) {
        ByteBuffer message = ByteBuffer.allocate(HEADER_BYTES + bytes.remaining());
        message.put(wire).put((byte) kind.ordinal()).put((byte) (byDialler ? 1 : 0));
        message.putLong(stream).putInt(number).putInt(received).put(bytes.duplicate());
        return message.flip();
    }
}
