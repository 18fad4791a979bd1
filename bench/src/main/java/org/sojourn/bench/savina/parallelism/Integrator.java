package org.sojourn.bench.savina.parallelism;

import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Selector;

/**
 * Adds up one sample of every channel, then the next. It has a mailbox for each channel: one that has given its sample
 * is closed until the others have given theirs, however far ahead it is.
 */
final class Integrator extends Selector<Integrator.Message> {
    /** What an integrator is told, in the channel's mailbox. */
    sealed interface Message {}

    record Tagged(int channel, double value) implements Message {}

    record Ended(double passed) implements Message {}

    private final int channels;
    private final Handle<? super Signal> sink;
    private int missing;
    private double sum;
    private int ended;
    private double passed;

    Integrator(int channels, Handle<? super Signal> sink) {
        super(channels);
        this.channels = channels;
        this.missing = channels;
        this.sink = sink;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Tagged(var channel, var value) -> {
                disable(channel);
                sum += value;
                missing--;
                if (missing == 0) {
                    sink.send(new Signal.Sample(sum));
                    nextRound();
                }
            }
            case Ended(var part) -> {
                passed += part;
                ended++;
                if (ended == channels) {
                    sink.send(new Signal.End(passed));
                    exit();
                }
            }
        }
    }

    private void nextRound() {
        sum = 0;
        missing = channels;
        for (int channel = 0; channel < channels; channel++) {
            enable(channel);
        }
    }
}
