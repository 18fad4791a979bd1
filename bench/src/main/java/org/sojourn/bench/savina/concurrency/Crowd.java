package org.sojourn.bench.savina.concurrency;

import java.util.concurrent.CompletableFuture;
import org.sojourn.bench.savina.concurrency.Crowd.Message;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Outcome;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** The master of workers that share one collection: when the last of them has reported, it ends the collection. */
abstract class Crowd extends Selector<Message> {
    static final Mailbox<Done> REPORTS = Mailbox.of("reports", Done.class);

    private static final Mailbox<Result> RESULTS =
            Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a master is told. */
    sealed interface Message {}

    /** A worker has had all its replies. */
    record Done(int fitting) implements Message {}

    private record Result(ReplyTo<Outcome> asker) implements Message {}

    private final int workers;
    private int done;
    private long fitting;

    Crowd(int workers) {
        super(REPORTS, RESULTS);
        this.workers = workers;
    }

    /** Waits for the outcome. */
    static Outcome outcome(Handle<Message> master) {
        return master.<Outcome, Result>request(RESULTS, Result::new, Patience.LIMIT)
                .join();
    }

    /** Creates one of the workers. */
    abstract Handle<Worker.Message> worker(int index);

    /** Asks the collection what it holds at its end. */
    abstract CompletableFuture<Outcome.Contents> end();

    @Override
    protected void preStart() {
        for (int i = 0; i < workers; i++) {
            worker(i).send(new Worker.Start());
        }
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Done(var part) -> {
                fitting += part;
                done++;
                setEnabled(RESULTS, done == workers);
            }
            case Result(var asker) ->
                end().thenAccept(contents -> {
                    asker.reply(new Outcome(fitting, contents));
                    exit();
                });
        }
    }
}
