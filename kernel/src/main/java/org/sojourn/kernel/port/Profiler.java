package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * Counts what the handlers of each kind do, as long as somebody wants to know. Called often, by the thread on which it
 * happens.
 */
public interface Profiler {
    /**
     * A message is about to be processed.
     *
     * @param part the same object for each of its messages
     * @param body the object whose class a user wrote
     * @return to be ended by the same thread when the message has been processed
     */
    Events.Span processing(Object part, Object body, Object message);

    /**
     * A message is being sent. Told only at the sender's place, also of a message for another place.
     *
     * @param sender the part that sends it, in a handler or a continuation; null for a thread that runs none
     * @param body the sender's, as for {@link #processing}; null for none
     * @param receiver the part, if it is here; otherwise what stands for it
     */
    void sent(@Nullable Object sender, @Nullable Object body, Object receiver, Object message);

    /**
     * A part has sent a request, too, and waits for the answer.
     *
     * @param body as for {@link #processing}
     */
    void asked(Object body);
}
