package org.sojourn.kernel.mail;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One message on its way to, or in, a mailbox. Also the link of the queue that it is in. */
public class Mail {
    /** The mailbox of a signal: below all real ones. */
    public static final int SYSTEM = -1;

    final int mailbox;
    final Object message;
    final @Nullable Object answerTo;

    /** Who sends what no part does. */
    public static final Object OUTSIDE = "outside of selectors";

    /** Who has sent it, for people; in what would be padding otherwise. */
    private @Nullable Object from;

    @Nullable
    Mail next;

    /**
     * Makes a piece of mail.
     *
     * @param mailbox the index of the mailbox, or {@link #SYSTEM}
     * @param message the message
     * @param answerTo who is told what becomes of the mail: whoever asked, a timer, or null
     */
    public Mail(int mailbox, Object message, @Nullable Object answerTo) {
        this.mailbox = mailbox;
        this.message = Objects.requireNonNull(message, "message");
        this.answerTo = answerTo;
    }

    /**
     * Returns the mailbox as the sender named it.
     *
     * @return an id or {@link #SYSTEM}
     */
    public final int mailbox() {
        return mailbox;
    }

    /**
     * Returns the message.
     *
     * @return what {@code process} gets
     */
    public final Object message() {
        return message;
    }

    /**
     * Takes the message out, as it is about to be processed by this thread. While all mail is of this class, a compiler knows that this is
     * {@link #message}.
     *
     * @return what {@code process} gets
     */
    public Object taken() {
        return message;
    }

    /**
     * Returns who is told what becomes of the mail.
     *
     * @return a reply address, a timer, or null
     */
    public final @Nullable Object answerTo() {
        return answerTo;
    }

    /**
     * Notes who has sent it.
     *
     * @param sender what names a sort of senders and holds on to none of them; null if that is unknown
     * @return this
     */
    public final Mail from(@Nullable Object sender) {
        from = sender;
        return this;
    }

    /**
     * Returns who has sent it.
     *
     * @return a sort of senders, in words
     */
    public final String sender() {
        Object known = from;
        return known == null ? "unknown" : known.toString();
    }

    /**
     * Puts this mail, which is in no queue, before a batch.
     *
     * @param batch what {@link Inbox#drain} gave, or null
     * @return this
     */
    public final Mail before(@Nullable Mail batch) {
        next = batch;
        return this;
    }

    /**
     * Returns the mail that arrived after this one, in a batch that {@link Inbox#drain} gave.
     *
     * @return the next, or null
     */
    public final @Nullable Mail next() {
        return next;
    }
}
