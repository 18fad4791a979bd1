package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * A tracing library that follows what is done for one cause through all selectors and places. The kernel knows nothing
 * of it. What goes along with a message is opaque; between places it goes as the W3C's <i>Trace Context</i> has it.
 *
 * <p>A host finds a tracer as a service, in the JVM of each place. Its methods are called by the thread that sends or
 * processes; they must be short and must not throw. A place without a tracer carries nothing.
 */
public interface Tracer {
    /** Goes along with a message. Immutable. */
    interface Carried {
        /** {@return the field {@code traceparent}: 55 characters of ASCII} */
        String parent();

        /** {@return the field {@code tracestate}: at most 512 characters of ASCII; empty for none} */
        String state();
    }

    /** Something that is current on this thread until it is closed, by the same thread, the last opened first. */
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

    /** {@return what is current on this thread and goes along with what it sends now; null for nothing} */
    @Nullable
    Carried current();

    /**
     * Reads what has come from another place.
     *
     * @param parent at most 55 characters, unchecked
     * @param state at most 512 characters, unchecked
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
     * @param receiver the selector that processes it
     * @param mailbox the mailbox that it comes from
     * @param message the class of the message
     * @param carried what went along with it; for a message that is processed on its sender's stack, what is current
     *     there; null for nothing
     * @return ended when it has been processed
     */
    Processing processing(String receiver, String mailbox, String message, @Nullable Carried carried);
}
