package org.sojourn.kernel.mail;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message on its way to a mailbox or in one, and a node of the queue that it is in. */
public class Mail {
    /** The mailbox of signals, below all real ones. */
    public static final int SYSTEM = -1;

    final int mailbox;
    final Object message;
    final @Nullable Object answerTo;

    /** The sender of mail that no part sends. */
    public static final Object OUTSIDE = "outside of selectors";

    /** The sender, for people; takes room that would be padding otherwise. */
    private @Nullable Object from;

    @Nullable
    Mail next;

    /**
     * Makes a piece of mail.
     *
     * @param mailbox an index, an id, or {@link #SYSTEM}
     * @param answerTo told what becomes of the mail: a reply address, a timer, or null
     */
    public Mail(int mailbox, Object message, @Nullable Object answerTo) {
        this.mailbox = mailbox;
        this.message = Objects.requireNonNull(message, "message");
        this.answerTo = answerTo;
    }

    /** {@return the mailbox as the sender named it: an index, an id or {@link #SYSTEM}} */
    public final int mailbox() {
        return mailbox;
    }

    public final Object message() {
        return message;
    }

    /**
     * {@return the message, which this thread is about to process} While all mail is of this class, a compiler knows
     * that this is {@link #message}.
     */
    public Object taken() {
        return message;
    }

    public final @Nullable Object answerTo() {
        return answerTo;
    }

    /** Notes a sort of senders, which holds on to none of them; null if it is unknown. */
    public final Mail from(@Nullable Object sender) {
        from = sender;
        return this;
    }

    /** {@return a sort of senders, in words} */
    public final String sender() {
        Object known = from;
        return known == null ? "unknown" : known.toString();
    }

    /** Puts this mail, which is in no queue, before a batch from {@link Inbox#drain}, or null. */
    public final Mail before(@Nullable Mail batch) {
        next = batch;
        return this;
    }

    /** {@return the next later mail of a batch from {@link Inbox#drain}, or null} */
    public final @Nullable Mail next() {
        return next;
    }
}
