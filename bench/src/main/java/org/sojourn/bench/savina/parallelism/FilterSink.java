package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.FilterBankTheory.Output;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Where the signal goes. Whoever asks what has come waits behind a guard until the signal has ended. */
final class FilterSink extends Selector<FilterSink.Message> {
    private static final Mailbox<Signal> SIGNALS = Mailbox.of("signals", Signal.class);
    private static final Mailbox<Result> RESULTS =
            Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a sink is told. */
    sealed interface Message permits Signal, Result {}

    record Result(ReplyTo<Output> asker) implements Message {}

    private int samples;
    private double weighted;
    private double passed;

    FilterSink() {
        super(SIGNALS, RESULTS);
    }

    /** Waits for the end of the signal. */
    static Output output(Handle<Message> sink) {
        return sink.<Output, Result>request(RESULTS, Result::new, Patience.LIMIT)
                .join();
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Signal.Sample(var value) -> {
                samples++;
                weighted += samples * value;
            }
            case Signal.End(var sum) -> {
                passed = sum;
                setEnabled(RESULTS, true);
            }
            case Result(var asker) -> {
                asker.reply(new Output(samples, weighted, passed));
                exit();
            }
        }
    }
}
