package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * A tracing library, which follows one cause through all selectors and places. What goes along with a message is opaque
 * to the kernel; between places it has the form of the W3C's <i>Trace Context</i>.
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

    /** Something current on this thread until it is closed: by the same thread, the last opened first. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** A message that is being processed, current on its thread meanwhile. */
    interface Processing {
        /**
         * The message has been processed.
         *
         * @param failure what the handler threw, or null
         */
        void ended(@Nullable Throwable failure);
    }

    /** {@return what is current on this thread and goes along with what it sends; null for nothing} */
    @Nullable
    Carried current();

    /**
     * {@return what has come from another place; null if it means nothing}
     *
     * @param parent at most 55 characters, unchecked
     * @param state at most 512 characters, unchecked
     */
    @Nullable
    Carried arrived(String parent, String state);

    /**
     * Makes current what went along, and nothing else, until the scope is closed.
     *
     * @param carried null for nothing
     */
    Scope resume(@Nullable Carried carried);

    /**
     * A message is about to be processed.
     *
     * @param message its class
     * @param carried what went along with it; for a message that is processed on its sender's stack, what is current
     *     there; null for nothing
     * @return to be ended when it has been processed
     */
    Processing processing(String receiver, String mailbox, String message, @Nullable Carried carried);
}
