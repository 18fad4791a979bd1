package org.sojourn.examples.readers;

import java.time.Duration;
import org.sojourn.examples.readers.Person.Go;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Reads or writes so often. */
final class Person extends Actor<Go> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    record Go(Handle<Document.Message> document, boolean isWriter, int rounds, ReplyTo<Integer> asker) {
        Document.Message begin(ReplyTo<Integer> version) {
            return isWriter ? new Document.Write(version) : new Document.Read(version);
        }
    }

    private int done;

    @Override
    protected void process(Go go) {
        if (done == go.rounds()) {
            go.asker().reply(done);
            exit();
            return;
        }
        var _ = go.document().<Integer>request(go::begin, PATIENCE).whenComplete((version, failure) -> {
            if (failure != null) {
                go.asker().fail(failure);
                return;
            }
            done++;
            go.document().send(new Document.Done(version, go.isWriter()));
            self().send(go);
        });
    }
}
