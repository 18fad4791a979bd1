package org.sojourn.net.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;

/**
 * A two-way stream of bytes. All calls and callbacks happen on the loop, but for {@link #writesHere} and {@link #writeHere},
 * which other threads may call while nobody else writes.
 */
public interface Connection {
    /** Told what happens on a connection. */
    interface Listener {
        /**
         * Bytes have arrived.
         *
         * @param bytes valid during the call only
         */
        void received(ByteBuffer bytes);

        /** The connection takes bytes again after {@link Connection#isWritable} was false. */
        void writable();

        /**
         * The connection is closed; told once.
         *
         * @param cause a clause for the log
         */
        void closed(String cause);
    }

    /**
     * Sets the listener, which is told of bytes that came earlier, too.
     *
     * @param listener told from now on, instead of any earlier one
     */
    void listen(Listener listener);

    /**
     * Writes, in one go as far as the system allows. What is written while the connection is not writable is kept.
     *
     * @param chunks written one after another; they now belong to the callee
     */
    void write(List<byte[]> chunks);

    /**
     * Returns whether little enough is kept that more should be written.
     *
     * @return false until {@link Listener#writable}
     */
    boolean isWritable();

    /**
     * Returns whether the calling thread may write by itself now: it isn't the loop, and nothing is kept.
     *
     * @return false where only the loop ever writes
     */
    default boolean writesHere() {
        return false;
    }

    /**
     * Writes on the calling thread as much as the system takes at once. Only after {@link #writesHere}, and as long as nobody
     * else writes.
     *
     * @param chunks written one after another; they now belong to the callee
     * @return the rest, which the loop must write before anything else; empty if there is none
     */
    default byte[] writeHere(List<byte[]> chunks) {
        throw new UnsupportedOperationException("only the loop writes to " + remote());
    }

    /** Writes out what is kept, then closes. Idempotent. The listener is told. */
    void close();

    /**
     * Returns who is at the other end, as its certificate says.
     *
     * @return the number of a place; empty if there are no certificates here
     */
    default OptionalInt certified() {
        return OptionalInt.empty();
    }

    /**
     * Returns the other end.
     *
     * @return address and port for the log
     */
    String remote();
}
