package org.sojourn.net.link;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * One frame of an open link.
 *
 * <pre>
 *   0   4  length of what follows, 17 to the bound - 4
 *   4   1  type
 *   5   8  acknowledgement: the highest sequence number received
 *  13   8  sequence number; 0 where the type has none
 *  21   -  body
 * </pre>
 */
record Frame(Type type, long sequence, byte[] header, byte[] body) {
    static final int HEADER = 21;
    static final int LENGTH_BYTES = 4;
    private static final byte[] EMPTY = {};

    enum Type {
        /** A whole packet. */
        DATA(true),
        /** The first piece of a large packet; begins with its length, 4 bytes. */
        FIRST(true),
        /** A further piece. */
        PIECE(true),
        /** Nothing but the acknowledgement. */
        ACK(false),
        /** Asks for an acknowledgement. */
        PROBE(false),
        /** The sender stops in order; no frame follows. */
        GOODBYE(false),
        /** Asks for leave to send a large packet. */
        ASK(false),
        /** Gives leave for one large packet. */
        LEAVE(false),
        /** Several whole packets, a {@link Bundle}. */
        PACKETS(true);

        private static final Type[] ALL = values();

        final boolean sequenced;

        Type(boolean sequenced) {
            this.sequenced = sequenced;
        }

        static Type of(int code) {
            if (code < 0 || code >= ALL.length) {
                throw new org.sojourn.kernel.port.MalformedException(
                        "frame type " + code + " is unknown; this protocol version knows 0.." + (ALL.length - 1));
            }
            return ALL[code];
        }
    }

    static Frame of(Type type, long acknowledged, long sequence, byte[] body) {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        header.putInt(HEADER - LENGTH_BYTES + body.length)
                .put((byte) type.ordinal())
                .putLong(acknowledged)
                .putLong(sequence);
        return new Frame(type, sequence, header.array(), body);
    }

    static Frame of(Type type, long acknowledged) {
        return of(type, acknowledged, 0, EMPTY);
    }

    int size() {
        return HEADER + body.length;
    }

    void addTo(List<byte[]> chunks) {
        chunks.add(header);
        if (body.length > 0) {
            chunks.add(body);
        }
    }
}
