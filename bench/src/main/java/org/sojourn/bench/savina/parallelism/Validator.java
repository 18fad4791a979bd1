package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.Answers;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.RandomValues;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Stands behind the last sorter. Whoever asks what has come waits behind a guard until all has come. */
final class Validator extends Selector<Validator.Message> {
    private static final Mailbox<Flow> FLOW = Mailbox.of("flow", Flow.class);
    private static final Mailbox<Result> RESULTS =
            Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a validator is told. */
    sealed interface Message permits Flow, Result {}

    record Result(ReplyTo<Long> asker) implements Message {}

    private int missing;
    private long fingerprint;

    /**
     * Makes one.
     *
     * @param messages how many come: values, and the end if it is told
     */
    Validator(int messages) {
        super(FLOW, RESULTS);
        this.missing = messages;
    }

    /** Waits for all values, and compares them with the right ones in the right order. */
    static void check(Handle<Message> validator, long expected) {
        long got = validator
                .<Long, Result>request(RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("fingerprint of the sorted values", expected, got);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Flow flow -> {
                if (flow instanceof Flow.Value(var value)) {
                    fingerprint = RandomValues.append(fingerprint, value);
                }
                missing--;
                setEnabled(RESULTS, missing == 0);
            }
            case Result(var asker) -> {
                asker.reply(fingerprint);
                exit();
            }
        }
    }
}
