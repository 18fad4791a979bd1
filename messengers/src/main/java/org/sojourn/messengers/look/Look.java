package org.sojourn.messengers.look;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What somebody wants to see of the nodes and messengers of a place.
 *
 * @param after the nodes behind this one, in the order of their addresses
 * @param nodes how many of them at most
 * @param messengers how many of the place's messengers at most
 * @param links how many of a node's links at most
 * @param elements how many elements of an array, and characters of a text, at most
 */
public record Look(Cursor after, int nodes, int messengers, int links, int elements) {
    /** The word by which places are asked. */
    public static final String WORD = "network";

    /**
     * A node's address, as the place where the next look goes on.
     *
     * @param birth first half
     * @param serial second half
     */
    public record Cursor(long birth, long serial) {
        /** Before all nodes, and behind all of them. */
        public static final Cursor NONE = new Cursor(0, 0);

        void write(DataOutputStream out) throws IOException {
            out.writeLong(birth);
            out.writeLong(serial);
        }

        static Cursor read(DataInputStream in) throws IOException {
            return new Cursor(in.readLong(), in.readLong());
        }
    }

    /** {@return the bytes of the question} */
    public byte[] bytes() {
        return Fields.bytes(this, (its, out) -> {
            its.after.write(out);
            out.writeInt(its.nodes);
            out.writeInt(its.messengers);
            out.writeInt(its.links);
            out.writeInt(its.elements);
        });
    }

    /**
     * {@return the question that has these bytes}
     *
     * @throws IllegalArgumentException if none has
     */
    public static Look read(byte[] bytes) {
        return Fields.read(
                bytes, in -> new Look(Cursor.read(in), in.readInt(), in.readInt(), in.readInt(), in.readInt()));
    }
}
