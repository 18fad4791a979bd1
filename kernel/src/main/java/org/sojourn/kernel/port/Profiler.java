package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * Counts what the handlers of each kind do, while somebody wants to know. Called often, by the thread on which it
 * happens.
 */
public interface Profiler {
    /**
     * A message is about to be processed.
     *
     * @param part the part that processes it: the same object for each of its messages
     * @param body the object whose class a user wrote
     * @param message the message
     * @return ended by the same thread when it has been processed
     */
    Events.Span processing(Object part, Object body, Object message);

    /**
     * A message is being sent. Told at the sender's place only, also of a message for another place.
     *
     * @param sender the part that sends it, in a handler or in a continuation, or null for a thread that runs none
     * @param body the sender's, as for {@link #processing}, or null for none
     * @param receiver the part, if it is here; otherwise what stands for it
     * @param message the message
     */
    void sent(@Nullable Object sender, @Nullable Object body, Object receiver, Object message);

    /**
     * A part asks, and waits for the answer. It has sent as well.
     *
     * @param body the part's, as for {@link #processing}
     */
    void asked(Object body);
}
