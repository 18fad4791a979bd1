package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * Where what the handlers of each kind do is counted, while somebody wants to know. Called by whatever thread it happens on, often.
 */
public interface Profiler {
    /**
     * A message is about to be processed.
     *
     * @param part who processes it: the same object for each of its messages
     * @param body the object whose class a user wrote
     * @param message the message
     * @return ended when it has been processed, by the thread that began
     */
    Events.Span processing(Object part, Object body, Object message);

    /**
     * A message is being sent. For one from another place this is told where it is sent, and once more where it arrives, by nobody.
     *
     * @param sender the part that sends it, in a handler or in a continuation, or null for a thread that runs none
     * @param body the sender's, as for {@link #processing}, or null for none
     * @param receiver the part, if it is here; otherwise what stands for it
     * @param message the message
     */
    void sent(@Nullable Object sender, @Nullable Object body, Object receiver, Object message);

    /**
     * A part asks, and waits for the answer; it sends as well.
     *
     * @param body the part's, as for {@link #processing}
     */
    void asked(Object body);
}
