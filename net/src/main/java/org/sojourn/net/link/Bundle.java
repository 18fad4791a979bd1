package org.sojourn.net.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.sojourn.kernel.port.MalformedException;

/**
 * Small packets that go in one frame, since a number, a header and an acknowledgement for each would cost more than they do.
 *
 * <pre>
 *   0   2  length of the first packet, 1 to the bound
 *   2   -  the packet
 *   ...    the same for each further one
 * </pre>
 *
 * Nobody waits for a bundle to be full: it takes what has gathered while the frames before it were written.
 */
final class Bundle {
    /** A packet of more bytes goes by itself: to copy it would cost as much as a frame of its own. */
    static final int PACKET_BYTES = 1 << 10;

    private static final int LENGTH_BYTES = 2;
    private static final int MOST_BYTES = 16 << 10;

    private final int bodyBytes;
    private final List<byte[]> packets = new ArrayList<>();
    private int bytes;

    /** Makes an empty one, for frames with bodies of so many bytes. */
    Bundle(int bodyBytes) {
        this.bodyBytes = Math.min(bodyBytes, MOST_BYTES);
    }

    /** Adds a packet, if it fits; false if it is to go by itself, or with those that come after. */
    boolean add(byte[] packet) {
        int more = LENGTH_BYTES + packet.length;
        if (packet.length > PACKET_BYTES || packet.length == 0 || bytes + more > bodyBytes) {
            return false;
        }
        packets.add(packet);
        bytes += more;
        return true;
    }

    int size() {
        return packets.size();
    }

    /** Takes the only packet. */
    byte[] single() {
        return packets.get(0);
    }

    /** Takes all out, as the body of a frame. */
    byte[] close() {
        byte[] body = new byte[bytes];
        int at = 0;
        for (byte[] packet : packets) {
            body[at] = (byte) (packet.length >>> 8);
            body[at + 1] = (byte) packet.length;
            System.arraycopy(packet, 0, body, at + LENGTH_BYTES, packet.length);
            at += LENGTH_BYTES + packet.length;
        }
        clear();
        return body;
    }

    void clear() {
        packets.clear();
        bytes = 0;
    }

    /**
     * Checks the body of a frame, before anything of it is taken.
     *
     * @throws MalformedException if it isn't one of a bundle
     */
    static void check(byte[] body) {
        int at = 0;
        while (at + LENGTH_BYTES <= body.length) {
            int length = length(body, at);
            if (length < 1 || length > PACKET_BYTES) {
                throw new MalformedException("a packet of " + length
                        + " bytes among several in a frame; they have 1 to " + PACKET_BYTES + " bytes");
            }
            at += LENGTH_BYTES + length;
        }
        if (at != body.length || at == 0) {
            throw new MalformedException("several packets in a frame end at byte " + at + " of " + body.length);
        }
    }

    /** Hands out the packets of a checked body. */
    static void open(byte[] body, Consumer<byte[]> taker) {
        for (int at = 0; at < body.length; at += LENGTH_BYTES + length(body, at)) {
            int from = at + LENGTH_BYTES;
            taker.accept(Arrays.copyOfRange(body, from, from + length(body, at)));
        }
    }

    private static int length(byte[] body, int at) {
        return (body[at] & 0xFF) << 8 | body[at + 1] & 0xFF;
    }
}
