package org.sojourn.bench.local;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Counts the messages that it gets, and answers questions. */
final class Sink extends Actor<Object> {
    static final Object MESSAGE = "message";

    private final Tally tally;

    Sink(Tally tally) {
        this.tally = tally;
        tally.constructed++;
    }

    @Override
    protected void process(Object message) {
        tally.processed++;
        if (message instanceof Last(Handle<Object> sender)) {
            sender.send(MESSAGE);
        } else if (message instanceof Count(ReplyTo<Tally> asker)) {
            asker.reply(tally);
        }
    }

    /**
     * The last message of a round.
     *
     * @param sender gets a message in return
     */
    record Last(Handle<Object> sender) {}

    /**
     * How much was counted?
     *
     * @param asker is told; the question counts, too
     */
    record Count(ReplyTo<Tally> asker) {}
}
