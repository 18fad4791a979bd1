package org.sojourn.net.link;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/** Puts the pieces of a large packet together. Memory grows with what has arrived, not with what was announced. */
final class Assembly {
    private static final int FIRST_ALLOCATION = 2 << 20;

    private final int payloadBytes;
    private byte @Nullable [] bytes;
    private int total;
    private int filled;

    Assembly(int payloadBytes) {
        this.payloadBytes = payloadBytes;
    }

    /** Whether part of a packet has come. */
    boolean isUnderWay() {
        return bytes != null;
    }

    /** The rest won't come. */
    void clear() {
        bytes = null;
    }

    /** Takes the first piece; returns the packet if it is whole. */
    byte @Nullable [] first(byte[] body) {
        if (bytes != null) {
            throw new MalformedException(
                    "a large packet begins before the one before it has ended, at byte " + filled + " of " + total);
        }
        int announced =
                body.length < Frame.LENGTH_BYTES ? -1 : ByteBuffer.wrap(body).getInt();
        if (announced < 1 || announced > payloadBytes) {
            throw new MalformedException("a packet of " + announced + " bytes; packets have 1 to " + payloadBytes);
        }
        if (body.length - Frame.LENGTH_BYTES > announced) {
            throw new MalformedException("a large packet of " + announced + " bytes goes on after its end");
        }
        total = announced;
        filled = 0;
        bytes = new byte[Math.min(total, FIRST_ALLOCATION)];
        return add(body, Frame.LENGTH_BYTES);
    }

    /** Takes a further piece; returns the packet if it is whole. */
    byte @Nullable [] piece(byte[] body) {
        if (bytes == null) {
            throw new MalformedException("a piece of a large packet that has not begun");
        }
        return add(body, 0);
    }

    private byte @Nullable [] add(byte[] body, int offset) {
        int count = body.length - offset;
        byte[] target = bytes;
        if (target == null || count > total - filled) {
            throw new MalformedException("a large packet of " + total + " bytes goes on after its end");
        }
        if (target.length - filled < count) {
            target = Arrays.copyOf(target, (int)
                    Math.min(total, Math.max((long) target.length * 2, (long) filled + count)));
            bytes = target;
        }
        System.arraycopy(body, offset, target, filled, count);
        filled += count;
        if (filled < total) {
            return null;
        }
        bytes = null;
        return target.length == total ? target : Arrays.copyOf(target, total);
    }
}
