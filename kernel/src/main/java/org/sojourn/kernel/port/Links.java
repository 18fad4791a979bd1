package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * The communication layer between places: point-to-point, ordered, and exactly once while both ends stay members.
 *
 * <p><b>Order.</b> Packets for one member with the same order key arrive in the order of their {@link #send} calls
 * (calls by different threads: by happens-before), also across lost connections. A packet on {@link Lane#CONTROL} may
 * overtake packets of other lanes; no later packet overtakes it.
 *
 * <p><b>Delivery.</b> A lost connection between live members loses and repeats nothing. Packets for a member that is
 * out are discarded.
 *
 * <p><b>Threads.</b> Callbacks come on the implementation's own thread, never two at once for one peer. No call blocks
 * on the network.
 */
public interface Links {
    /** What the layer tells the kernel. Callbacks must not block. */
    interface Listener {
        /** Connections are accepted from now on. Packets that were sent earlier were kept. */
        void ready();

        /**
         * A packet has arrived, exactly once and in order.
         *
         * @param from the authenticated sender
         * @param payload the bytes as sent; the array now belongs to the callee
         */
        void message(Member from, byte[] payload);

        /** Messages of one read follow, on this thread, until {@link #hasRead}. For layers that can {@linkplain Links#readOn read on}. */
        default void reads() {}

        /**
         * All messages of one read have been handed over.
         *
         * @param messages how many
         * @return to be run on this thread as soon as nothing of the layer is on its stack; null if there is nothing. It may last:
         *     nothing that the layer needs may wait for it beyond {@link Links#readOn}
         */
        default @Nullable Runnable hasRead(int messages) {
            return null;
        }

        /** A session with an authenticated peer exists for the first time. */
        void joined(Member peer);

        /**
         * The session with a peer has ended for good: the peer said goodbye, was removed, or refuses this place.
         *
         * @param cause a sentence for the log
         */
        void left(Member peer, String cause);

        /**
         * A packet larger than a frame wasn't sent as a whole before the session ended.
         *
         * @param payload the bytes that {@link Links#send} was given
         */
        default void undelivered(Member peer, byte[] payload) {}

        /**
         * {@link Links#isCrowded} has changed. Called by the thread that has changed it, which may be a sender's, while
         * other callbacks go on.
         */
        default void pressure(Member peer) {}
    }

    /** Starts to listen and to connect. The listener is called from the layer's own thread. */
    void start(Listener listener);

    /**
     * Sends one packet. Never blocks. A packet larger than a frame travels on {@link Lane#BULK}, whatever lane is
     * named, and later packets with its order key wait behind it. Only one such packet is on its way to a member at a
     * time, counting all senders.
     *
     * @param to the member; a connection is made when there is none
     * @param orderKey packets with equal keys keep their order across lanes {@code DATA} and {@code BULK}
     * @param payload the bytes; they now belong to the callee
     */
    void send(Member to, Lane lane, long orderKey, byte[] payload);

    /**
     * {@return whether too much waits for a member: more than {@link Bound#LINK_QUEUE_BYTES} besides what is on its
     * way, and since then never less than half of that} What is sent nevertheless is taken.
     */
    boolean isCrowded(Member to);

    /**
     * Ends the session with a member that is out. What is queued for it is discarded, and it is refused from now on.
     *
     * @param over run once, after the last {@link Listener#undelivered} for it, unless the links are stopped before
     */
    void remove(Member member, Runnable over);

    /** {@return the bytes and packets so far, of all peers together} */
    Traffic traffic();

    /** From now on packets may be held back so. The default holds none back. By any thread. */
    default void batching(Batching rule) {}

    /** Has all go that is held back: the place has nothing else to do. By any thread. */
    default void flush() {}

    /**
     * A thread of the layer hasn't come back from what {@link Listener#hasRead} has given it: another one reads and writes from now
     * on. By any thread; without effect if none is away.
     */
    default void readOn() {}

    /** Writes out what is queued, as far as peers take it within a bounded time; says goodbye and stops. Idempotent. */
    void stop();

    /**
     * Counters of a link layer.
     *
     * @param packetsOut packets of {@link Links#send} that have been begun to be written, each once
     * @param packetsIn packets delivered
     * @param bytesOut bytes written to connections, headers and resends included
     * @param bytesIn bytes read from connections
     */
    record Traffic(long packetsOut, long packetsIn, long bytesOut, long bytesIn) {
        public static final Traffic NONE = new Traffic(0, 0, 0, 0);
    }
}
