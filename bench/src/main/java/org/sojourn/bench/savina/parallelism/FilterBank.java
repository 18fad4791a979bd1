package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.FilterBankTheory;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** A signal goes through a bank of filters: channels side by side, stages one behind the other, added up at the end. */
public final class FilterBank implements Benchmark {
    private static final int DEFAULT_COLUMNS = 16_384;
    private static final int DEFAULT_CHANNELS = 8;
    private static final int DEFAULT_SAMPLES = 34_816;

    private final FilterBankTheory bank;
    private final Expected<FilterBankTheory.Output> output;

    /** The suite's parameters. */
    public FilterBank() {
        this(DEFAULT_COLUMNS, DEFAULT_CHANNELS, DEFAULT_SAMPLES);
    }

    /**
     * Other parameters.
     *
     * @param columns coefficients of a filter, at least 2
     * @param channels how many channels there are, 1 to 62
     * @param samples how long the signal is
     */
    public FilterBank(int columns, int channels, int samples) {
        this.bank = new FilterBankTheory(columns, channels, samples);
        this.output = new Expected<>(bank::expected);
    }

    @Override
    public String name() {
        return "FilterBank";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d samples, %d channels, %,d coefficients".formatted(bank.samples(), bank.channels(), bank.columns());
    }

    @Override
    public long messages() {
        // Each sample: asked for, ordered, and to the branches; in each channel into the bank, a delay and a filter.
        long samples = (3 + 3L * bank.channels()) * bank.samples();
        // What the first filters give: into a sampler, a delay and a filter.
        long analysed = 3L * bank.channels() * bank.analysed();
        // What the second ones give: to be tagged and added up; the sums to the sink.
        long outputs = (2L * bank.channels() + 1) * bank.outputs();
        // The last time a sample is asked for; the ends on the same ways; the question for the result and its answer.
        return samples + analysed + outputs + 1 + (3 + 8L * bank.channels()) + 2;
    }

    @Override
    public String answer() {
        return "what comes out, and what has passed each filter, against convolution on paper";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<FilterSink.Message> sink = system.create(FilterSink::new);
        Handle<Integrator.Message> integrator = system.create(() -> new Integrator(bank.channels(), sink));
        Handle<Signal> branches = system.create(() -> new FilterBranches(bank, integrator));
        Handle<Next> producer = system.create(() -> new Producer(bank.samples()));
        Handle<ToSource> source = system.create(() -> new Source(producer, branches));
        producer.send(new Next(source));
        FilterBankTheory.check(output.get(), FilterSink.output(sink));
    }

    /** A source can give another sample. */
    private record Next(Handle<ToSource> source) {}

    /** What a source is told. */
    private sealed interface ToSource {}

    private record Boot() implements ToSource {}

    private record Exit() implements ToSource {}

    private static final class Producer extends Actor<Next> {
        private int left;

        Producer(int samples) {
            this.left = samples;
        }

        @Override
        protected void process(Next next) {
            if (left == 0) {
                next.source().send(new Exit());
                exit();
            } else {
                left--;
                next.source().send(new Boot());
            }
        }
    }

    private static final class Source extends Actor<ToSource> {
        private final Handle<Next> producer;
        private final Handle<Signal> branches;
        private int samples;

        Source(Handle<Next> producer, Handle<Signal> branches) {
            this.producer = producer;
            this.branches = branches;
        }

        @Override
        protected void process(ToSource message) {
            switch (message) {
                case Boot() -> {
                    branches.send(new Signal.Sample(FilterBankTheory.input(samples)));
                    samples++;
                    producer.send(new Next(self()));
                }
                case Exit() -> {
                    branches.send(new Signal.End(0));
                    exit();
                }
            }
        }
    }
}
