package org.sojourn.messengers.look;

import java.util.List;

/**
 * What a place has answered to a {@link Look}.
 *
 * @param place its name, as {@code p0}
 * @param nodeCount how many nodes it has
 * @param messengerCount how many messengers it has
 * @param nodes as many as were asked for, or fewer if they are large
 * @param next where the next look goes on; {@link Look.Cursor#NONE} if no node is left
 * @param messengers as many as were asked for, or fewer if they are large
 * @param busy what keeps parts of the place from answering, in sentences: their nodes and messengers are missing
 */
public record PlaceSeen(
        String place,
        long nodeCount,
        long messengerCount,
        List<NodeSeen> nodes,
        Look.Cursor next,
        List<MessengerSeen> messengers,
        List<String> busy) {
    /** So many bytes of nodes, and of messengers, come in one answer, and what is begun by then. */
    public static final int PAGE_BYTES = 16 << 20;

    /** {@return the bytes of the answer} */
    public byte[] bytes() {
        return Fields.bytes(this, (its, out) -> {
            Fields.text(its.place, out);
            out.writeLong(its.nodeCount);
            out.writeLong(its.messengerCount);
            Fields.list(its.nodes, NodeSeen::write, out);
            its.next.write(out);
            Fields.list(its.messengers, MessengerSeen::write, out);
            Fields.list(its.busy, Fields::text, out);
        });
    }

    /**
     * {@return the answer that has these bytes}
     *
     * @throws IllegalArgumentException if none has
     */
    public static PlaceSeen read(byte[] bytes) {
        return Fields.read(
                bytes,
                in -> new PlaceSeen(
                        Fields.text(in),
                        in.readLong(),
                        in.readLong(),
                        Fields.list(in, NodeSeen::read),
                        Look.Cursor.read(in),
                        Fields.list(in, MessengerSeen::read),
                        Fields.list(in, Fields::text)));
    }
}
