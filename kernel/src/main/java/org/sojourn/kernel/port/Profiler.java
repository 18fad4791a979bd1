package org.sojourn.kernel.port;

import org.jspecify.annotations.Nullable;

/**
 * Where what the handlers of each kind do is counted, while somebody wants to know. Called by whatever thread it happens on, often.
 */
public interface Profiler {
    /** A handler at work. */
    interface Turn {
        /**
         * The message has been processed. By the thread that began.
         *
         * @param asked how many answers the part has asked for meanwhile
         */
        void end(int asked);
    }

    /**
     * A message is about to be processed.
     *
     * @param part who processes it: the same object for each of its messages
     * @param body the object whose class a user wrote
     * @param message the message
     * @return ended when it has been processed
     */
    Turn processing(Object part, Object body, Object message);

    /**
     * A message is being sent. For one from another place this is told where it is sent, and once more where it arrives, by nobody.
     *
     * @param sender the part that sends it, or null for a thread that runs none
     * @param receiver the part, if it is here; otherwise what stands for it
     * @param message the message
     */
    void sent(@Nullable Object sender, Object receiver, Object message);
}
