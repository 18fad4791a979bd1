package org.sojourn.kernel.mail;

import org.jspecify.annotations.Nullable;

/** One message on its way to, or in, a mailbox. Also the link of the queue that it is in. */
public final class Mail {
    /** The mailbox of a signal: below all real ones. */
    public static final int SYSTEM = -1;

    final int mailbox;
    final Object message;
    final @Nullable Object answerTo;

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
        this.message = message;
        this.answerTo = answerTo;
    }

    /**
     * Returns the mailbox as the sender named it.
     *
     * @return an id or {@link #SYSTEM}
     */
    public int mailbox() {
        return mailbox;
    }

    /**
     * Returns the message.
     *
     * @return what {@code process} gets
     */
    public Object message() {
        return message;
    }

    /**
     * Returns who is told what becomes of the mail.
     *
     * @return a reply address, a timer, or null
     */
    public @Nullable Object answerTo() {
        return answerTo;
    }

    /**
     * Puts this mail, which is in no queue, before a batch.
     *
     * @param batch what {@link Inbox#drain} gave, or null
     * @return this
     */
    public Mail before(@Nullable Mail batch) {
        next = batch;
        return this;
    }

    /**
     * Returns the mail that arrived after this one, in a batch that {@link Inbox#drain} gave.
     *
     * @return the next, or null
     */
    public @Nullable Mail next() {
        return next;
    }
}
