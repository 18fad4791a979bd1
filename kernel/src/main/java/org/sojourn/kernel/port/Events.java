package org.sojourn.kernel.port;

/** Told what happens to messages, by the thread on which it happens. Must be short. */
public interface Events {
    /** Something that has begun and takes time. */
    interface Span {
        void end();
    }

    /**
     * A message is about to be processed.
     *
     * @param message the class of the message
     * @param inlineFor the selector on whose stack it is processed; empty in a turn of the receiver's own
     * @return to be ended when it has been processed
     */
    Span processing(String receiver, String mailbox, String message, String inlineFor);

    /**
     * A message is being sent.
     *
     * @param sender empty for a thread that runs no selector, and for mail from another place
     * @param mailbox the mailbox, as far as the sender's place knows
     * @param message the class of the message
     */
    void sent(String sender, String receiver, String mailbox, String message);

    /**
     * A selector is muted.
     *
     * @param sender the muted selector
     * @param receiver the selector that holds too much
     * @return to be ended when the sender may go on
     */
    Span muted(String sender, String receiver);
}
