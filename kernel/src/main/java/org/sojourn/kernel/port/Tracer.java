package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * Who follows what is done for one cause through all selectors and places: a tracing library, of which the kernel knows nothing. What
 * goes along with a message is opaque; between places it goes as the W3C's <i>Trace Context</i> has it.
 *
 * <p>A host finds a tracer as a service, in the JVM of each place. Its methods are called by whatever thread sends or processes; they must
 * be short and must not throw. A place without a tracer carries nothing.
 */
public interface Tracer {
    /** Goes along with a message. Immutable. */
    interface Carried {
        /**
         * Returns what the field {@code traceparent} holds.
         *
         * @return 55 characters, of ASCII
         */
        String parent();

        /**
         * Returns what the field {@code tracestate} holds.
         *
         * @return at most 512 characters of ASCII; empty for none
         */
        String state();
    }

    /** Something is current on this thread until it is over. To be closed by the same thread, the last opened first. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** A message that is being processed: current on its thread until it has been. */
    interface Processing {
        /**
         * The message has been processed.
         *
         * @param failure what the handler threw, or null
         */
        void ended(@Nullable Throwable failure);
    }

    /**
     * Returns what is to go along with what this thread sends now.
     *
     * @return what is current, or null for nothing
     */
    @Nullable
    Carried current();

    /**
     * Reads what has come from another place.
     *
     * @param parent at most 55 characters, whatever they are
     * @param state at most 512 characters, whatever they are
     * @return what it means, or null if it means nothing
     */
    @Nullable
    Carried arrived(String parent, String state);

    /**
     * Makes current what went along, and nothing else, while this thread acts for it.
     *
     * @param carried what went along, or null for nothing
     * @return to be closed
     */
    Scope resume(@Nullable Carried carried);

    /**
     * A message is about to be processed.
     *
     * @param receiver who processes it
     * @param mailbox from which of its mailboxes
     * @param message the class of the message
     * @param carried what went along with it; of a message that is processed on its sender's stack, what is current there; null for
     *     nothing
     * @return ended when it has been processed
     */
    Processing processing(String receiver, String mailbox, String message, @Nullable Carried carried);
}
