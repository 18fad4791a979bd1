package org.sojourn.bench.savina.parallelism;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.work.FilterBankTheory;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Gives every sample to all channels. */
final class FilterBranches extends Actor<Signal> {
    private final List<Handle<Signal>> banks = new ArrayList<>();

    FilterBranches(FilterBankTheory bank, Handle<Integrator.Message> integrator) {
        for (int i = 0; i < bank.channels(); i++) {
            int channel = i;
            banks.add(create(() -> new Bank(bank, channel, integrator)));
        }
    }

    @Override
    protected void process(Signal message) {
        banks.forEach(each -> each.send(message));
        if (message instanceof Signal.End) {
            exit();
        }
    }

    /** The entry to a channel. */
    private static final class Bank extends Actor<Signal> {
        private final Handle<Signal> first;

        Bank(FilterBankTheory bank, int channel, Handle<Integrator.Message> integrator) {
            int columns = bank.columns();
            Handle<Signal> tagger = create(() -> new Tagger(channel, integrator));
            Handle<Signal> synthesis = create(() -> new FilterStage.Fir(bank.synthesis(channel), tagger));
            Handle<Signal> secondDelay = create(() -> new FilterStage.Delay(columns - 1, synthesis));
            Handle<Signal> sampler = create(() -> new FilterStage.Sampler(columns, secondDelay));
            Handle<Signal> analysis = create(() -> new FilterStage.Fir(bank.analysis(channel), sampler));
            first = create(() -> new FilterStage.Delay(columns - 1, analysis));
        }

        @Override
        protected void process(Signal message) {
            first.send(message);
            if (message instanceof Signal.End) {
                exit();
            }
        }
    }

    /** The exit of a channel: puts what comes into the channel's mailbox. */
    private static final class Tagger extends Actor<Signal> {
        private final int channel;
        private final Handle<Integrator.Message> integrator;

        Tagger(int channel, Handle<Integrator.Message> integrator) {
            this.channel = channel;
            this.integrator = integrator;
        }

        @Override
        protected void process(Signal message) {
            switch (message) {
                case Signal.Sample(var value) -> integrator.send(channel, new Integrator.Tagged(channel, value));
                case Signal.End(var passed) -> {
                    integrator.send(channel, new Integrator.Ended(passed));
                    exit();
                }
            }
        }
    }
}
