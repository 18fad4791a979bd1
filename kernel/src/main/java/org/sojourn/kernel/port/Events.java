package org.sojourn.kernel.port;

/**
 * Told of what happens to messages, where an observer wants to know. Called by the thread on which it happens; must be
 * short.
 */
public interface Events {
    /** Something that takes time and has begun. */
    interface Span {
        /** Ends it. */
        void end();
    }

    /**
     * A message is about to be processed.
     *
     * @param receiver the selector that processes it
     * @param mailbox the mailbox that it comes from
     * @param message the class of the message
     * @param inlineFor the selector on whose handler's stack it is processed; empty in a turn of the receiver's own
     * @return ended when it has been processed
     */
    Span processing(String receiver, String mailbox, String message, String inlineFor);

    /**
     * A message is being sent.
     *
     * @param sender the selector that sends it; empty for a thread that runs none, and for mail from another place
     * @param receiver the selector that it is for
     * @param mailbox the mailbox, as far as the sender's place knows
     * @param message the class of the message
     */
    void sent(String sender, String receiver, String mailbox, String message);

    /**
     * A selector is muted.
     *
     * @param sender the muted selector
     * @param receiver the selector that holds too much
     * @return ended when the sender may go on
     */
    Span muted(String sender, String receiver);
}
