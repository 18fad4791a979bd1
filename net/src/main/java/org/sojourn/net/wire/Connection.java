package org.sojourn.net.wire;

import java.nio.ByteBuffer;
import java.util.List;

/** A two-way stream of bytes. All calls and callbacks happen on the loop. */
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
     * Names who is told. Bytes that came earlier are told then.
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

    /** Writes out what is kept, then closes. Idempotent. The listener is told. */
    void close();

    /**
     * Returns whom it connects to.
     *
     * @return address and port for the log
     */
    String remote();
}
