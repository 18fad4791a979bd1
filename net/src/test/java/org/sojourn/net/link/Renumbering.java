package org.sojourn.net.link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Faults that no session can notice, since the numbers of the frames stay right: only the check of packets finds them. */
final class Renumbering implements UnaryOperator<byte[]> {
    /** What is planted, once. */
    enum Fault {
        /** The second of two frames of data carries what the first did. */
        REPEAT,
        /** Two frames of data carry what the other should. */
        SWAP
    }

    /** By then the connection is the one that stays: what is written to one that is replaced is written again. */
    private static final long SETTLED_NANOS = 20_000_000;

    private static final int TYPE_AT = Frame.LENGTH_BYTES;

    private final Fault fault;
    private final Cluster cluster;
    private boolean planted;

    Renumbering(Cluster cluster, Fault fault) {
        this.cluster = cluster;
        this.fault = fault;
    }

    boolean isPlanted() {
        return planted;
    }

    @Override
    public byte[] apply(byte[] bytes) {
        if (planted || cluster.time.now() < SETTLED_NANOS) {
            return bytes;
        }
        List<byte[]> frames = frames(bytes);
        for (int i = 0; i + 1 < frames.size(); i++) {
            ByteBuffer first = ByteBuffer.wrap(frames.get(i));
            ByteBuffer second = ByteBuffer.wrap(frames.get(i + 1));
            if (hasPackets(first) && hasPackets(second)) {
                planted = true;
                frames.set(i, fault == Fault.SWAP ? carrying(first, second) : first.array());
                frames.set(i + 1, carrying(second, first));
                break;
            }
        }
        int size = frames.stream().mapToInt(frame -> frame.length).sum();
        ByteBuffer out = ByteBuffer.allocate(size);
        frames.forEach(out::put);
        return planted ? out.array() : bytes;
    }

    private static boolean hasPackets(ByteBuffer frame) {
        int type = frame.get(TYPE_AT);
        return type == Frame.Type.DATA.ordinal() || type == Frame.Type.PACKETS.ordinal();
    }

    /** A frame with the numbers of one, and what another carries. */
    private static byte[] carrying(ByteBuffer header, ByteBuffer body) {
        ByteBuffer made = ByteBuffer.allocate(body.capacity());
        made.put(header.array(), 0, Frame.HEADER);
        made.put(body.array(), Frame.HEADER, body.capacity() - Frame.HEADER);
        made.put(TYPE_AT, body.get(TYPE_AT));
        return made.putInt(0, body.capacity() - Frame.LENGTH_BYTES).array();
    }

    /** The frames of a write; none if it is no row of whole frames. */
    static List<byte[]> frames(byte[] bytes) {
        List<byte[]> frames = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.remaining() >= Frame.HEADER) {
            int size = Frame.LENGTH_BYTES + in.getInt(in.position());
            if (size < Frame.HEADER || size > in.remaining()) {
                return new ArrayList<>();
            }
            byte[] frame = new byte[size];
            in.get(frame);
            frames.add(frame);
        }
        return in.hasRemaining() ? new ArrayList<>() : frames;
    }
}
