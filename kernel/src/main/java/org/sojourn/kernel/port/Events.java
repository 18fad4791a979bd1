package org.sojourn.kernel.port;

/** Where what happens to messages is told, if somebody wants to know. Called by whatever thread it happens on; short. */
public interface Events {
    /** Something that takes time, begun. */
    interface Span {
        /** It is over. */
        void end();
    }

    /**
     * A message is about to be processed.
     *
     * @param receiver who processes it
     * @param mailbox from which of its mailboxes
     * @param message the class of the message
     * @param inlineFor on whose stack, if on that of another selector's handler; empty if in a turn of the receiver's own
     * @return ended when it has been processed
     */
    Span processing(String receiver, String mailbox, String message, String inlineFor);

    /**
     * A message is being sent.
     *
     * @param sender who sends it; empty for a thread that is no selector, and for mail that has come from another place
     * @param receiver to whom
     * @param mailbox to which mailbox, as far as the sender's place knows
     * @param message the class of the message
     */
    void sent(String sender, String receiver, String mailbox, String message);

    /**
     * A selector is muted.
     *
     * @param sender who
     * @param receiver who holds too much
     * @return ended when it may go on
     */
    Span muted(String sender, String receiver);
}
