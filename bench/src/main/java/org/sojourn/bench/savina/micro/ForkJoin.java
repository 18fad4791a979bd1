package org.sojourn.bench.savina.micro;

import org.sojourn.bench.savina.micro.ForkJoin.Message;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/**
 * Hands out work and adds up what comes back. Whoever asks for the result waits behind a guard until the last worker
 * has reported.
 */
abstract class ForkJoin extends Selector<Message> {
    private static final Mailbox<Progress> PROGRESS = Mailbox.of("progress", Progress.class);
    private static final Mailbox<Result> RESULTS =
            Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a master is told. */
    sealed interface Message {}

    /** What moves the work on. */
    sealed interface Progress extends Message {}

    record Fork() implements Progress {}

    record Done(double sum) implements Progress {}

    record Result(ReplyTo<Double> asker) implements Message {}

    private int working;
    private double sum;

    ForkJoin(int workers) {
        super(PROGRESS, RESULTS);
        this.working = workers;
    }

    /** Starts a master, and returns what its workers' reports add up to. */
    static double run(Handle<Message> master) {
        master.send(PROGRESS, new Fork());
        return master.<Double, Result>request(RESULTS, Result::new, Patience.LIMIT)
                .join();
    }

    /** Creates the workers and hands out all work. */
    abstract void fork();

    @Override
    protected void process(Message message) {
        switch (message) {
            case Fork() -> fork();
            case Done(var part) -> {
                sum += part;
                working--;
                setEnabled(RESULTS, working == 0);
            }
            case Result(var asker) -> {
                asker.reply(sum);
                exit();
            }
        }
    }
}
