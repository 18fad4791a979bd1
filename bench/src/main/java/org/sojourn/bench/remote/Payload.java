package org.sojourn.bench.remote;

import java.nio.ByteBuffer;

/** Byte arrays that carry a number, so that whoever gets one can tell whether it is the right one. */
final class Payload {
    private Payload() {}

    /** Makes one of so many bytes, 4 at least. */
    static byte[] of(int size, int number) {
        byte[] bytes = new byte[size];
        ByteBuffer.wrap(bytes).putInt(number);
        bytes[size - 1] = (byte) number;
        return bytes;
    }

    /** Checks that it is the one that was expected. */
    static void check(byte[] bytes, int size, int number) {
        if (bytes.length != size || ByteBuffer.wrap(bytes).getInt() != number || bytes[size - 1] != (byte) number) {
            throw new IllegalStateException("%d bytes with number %d came where %d bytes with number %d were due"
                    .formatted(bytes.length, ByteBuffer.wrap(bytes).getInt(), size, number));
        }
    }
}
