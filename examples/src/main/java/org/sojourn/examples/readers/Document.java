package org.sojourn.examples.readers;

import org.sojourn.examples.readers.Document.Message;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Read by many at a time, or written by one. Readers wait for a writer who waits, so no writer starves. */
final class Document extends Selector<Message> {
    static final Mailbox<Done> DONE = Mailbox.of("done", Done.class);
    static final Mailbox<Write> WRITES = Mailbox.of("writes", Write.class);
    static final Mailbox<Read> READS =
            Mailbox.of("reads", Read.class).when(Document.class, (self, read) -> self.size(WRITES) == 0);

    sealed interface Message {}

    /** Gets the version that is there while it is read. */
    record Read(ReplyTo<Integer> reader) implements Message {}

    record Write(ReplyTo<Integer> writer) implements Message {}

    /** Somebody has ended what he began at a version; a writer leaves the one after it. */
    record Done(int began, boolean isWriter) implements Message {}

    private int version;
    private int readers;
    private boolean isWritten;

    Document() {
        super(DONE, WRITES, READS);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Read(var reader) -> {
                readers++;
                reader.reply(version);
            }
            case Write(var writer) -> {
                isWritten = true;
                writer.reply(version);
            }
            case Done(var began, var isWriter) -> {
                if (began != version) {
                    throw new IllegalStateException(
                            "version " + began + " became " + version + " under somebody's eyes");
                }
                version += isWriter ? 1 : 0;
                readers -= isWriter ? 0 : 1;
                isWritten &= !isWriter;
            }
        }
        setEnabled(READS, !isWritten);
        setEnabled(WRITES, !isWritten && readers == 0);
    }
}
