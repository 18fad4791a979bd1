package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;

/**
 * What a message goes through where somebody watches, or where local messages are copied or carry a trace.
 *
 * @param kernel copies and traces
 * @param seen told of each message, if anybody is
 */
record Passing(Kernel kernel, @Nullable Passer seen) implements Passage {
    /** Who is told. */
    interface Passer {
        void passes(Target to, int mailbox, Object message);
    }

    @Override
    public Object pass(Target to, int mailbox, Object message) {
        if (seen != null) {
            seen.passes(to, mailbox, message);
        }
        return kernel.copier().copy(message);
    }

    @Override
    public Mail mail(Cell to, int mailbox, Object message, @Nullable Object answerTo) {
        return kernel.tracing()
                .mail(to, mailbox, message, answerTo, kernel.tracing().current());
    }
}
