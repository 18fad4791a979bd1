package org.sojourn.kernel.port;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Carries messages between the places of a run, by whatever means: a program's own way from place to place, instead of TCP. (The
 * {@code IMobileCommunicationManager} of B. Xue, <i>Distributed Communication Middleware for an Selector Model</i>, thesis, Rice
 * University, 2017, section 4.2. What is more here: a message may be refused, and may get lost.)
 *
 * <p>Each place has an object of its own. {@link java.util.ServiceLoader} finds the class, which has a public constructor without
 * parameters; {@code --layer} and {@code Config.withLayer} choose one by its {@linkplain #name name}.
 *
 * <p><b>Little is asked of it.</b> What it takes may get lost, come twice or come in another order: order, repetition and flow are
 * those of the links above it, and so are the proof that a place belongs to the run, and the verdict that one is lost. What a layer changes or makes up is
 * noticed there as well, as far as no secret of the run is needed for it. Nothing is encrypted above it: a layer that strangers can read has to see to
 * that itself.
 *
 * <p><b>Threads.</b> {@link #start} has a thread of its own. {@code send} is called by several threads, {@code stop} by any.
 */
public interface CommunicationLayer {
    /** Told what happens, by any threads, and without delay: nothing is done here but to pass it on. */
    interface Listener {
        /** Messages can be sent and will arrive. Before, none is sent. */
        void ready();

        /**
         * A message has come.
         *
         * @param from the number of the place that has sent it
         * @param message valid during the call only
         */
        void message(int from, ByteBuffer message);

        /**
         * A place can be reached from now on. Only a hint: connections that were being tried are tried at once.
         *
         * @param place its number
         */
        void joined(int place);

        /**
         * A place can't be reached any more. Only a hint: its connections are closed, and tried again. That it is out is for the membership to say.
         *
         * @param place its number
         */
        void left(int place);
    }

    /** {@return what users call it} The same for all objects of a class. */
    String name();

    /**
     * Begins, once. May return at once, or go on receiving until {@link #stop}.
     *
     * @param run tells the runs apart that use the same means at the same time; 32 letters and digits, and no secret
     * @param place the number of this place
     * @param listener told what happens
     * @throws IOException if it can't; the message is a sentence for people. The place ends with it
     */
    void start(String run, int place, Listener listener) throws IOException;

    /**
     * Sends a message. Doesn't wait.
     *
     * @param to the number of a place
     * @param message from position to limit; read during the call only
     * @return whether it was taken; if it wasn't, it is offered again a little later
     */
    boolean send(int to, ByteBuffer message);

    /** {@return how long a message may be, in bytes; at least 512} */
    int maxMessageBytes();

    /** {@return whether it joins places in different JVMs} */
    default boolean joinsProcesses() {
        return true;
    }

    /** Gives up all connections, for good. Idempotent. What was taken shortly before may get lost. */
    void stop();
}
