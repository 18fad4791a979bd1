package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;

/**
 * What messages to parts here pass through: those who copy, observe or trace. There is none while nobody does, and that is all that a
 * message looks at, once.
 */
interface Passage {
    /** What becomes of a message that is sent. */
    Object pass(Target to, int mailbox, Object message);

    /** What a message waits in. */
    Mail mail(Cell to, int mailbox, Object message, @Nullable Object answerTo);

    static Object passed(@Nullable Passage through, Target to, int mailbox, Object message) {
        return through == null ? message : through.pass(to, mailbox, message);
    }

    static Mail mail(@Nullable Passage through, Cell to, int mailbox, Object message, @Nullable Object answerTo) {
        return through == null ? new Mail(mailbox, message, answerTo) : through.mail(to, mailbox, message, answerTo);
    }
}
