package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.RandomValues;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/**
 * A sorting network: values flow through actors that compare two at a time, and others that lead them there and back.
 */
public final class BitonicSort implements Benchmark {
    private static final int DEFAULT_VALUES = 4_096;
    private static final long LIMIT = 1L << 60;
    private static final long SEED = 2_048;

    private final RandomValues values;
    private final Expected<Long> sorted;

    /** The suite's parameters. */
    public BitonicSort() {
        this(DEFAULT_VALUES);
    }

    /**
     * Other parameters.
     *
     * @param values how many values, a power of two, at least 2
     */
    public BitonicSort(int values) {
        this.values = new RandomValues(values, LIMIT, SEED);
        this.sorted = new Expected<>(this.values::sortedFingerprint);
    }

    @Override
    public String name() {
        return "BitonicSort";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d values below 2^60".formatted(values.count());
    }

    @Override
    public long messages() {
        // The word to start, values and ends, the question for the result and its answer. In front of the first step
        // and behind the last are the network and the relay before the validator, which comes last.
        return 1 + stages() + 3L * (values.count() + 1) + 2;
    }

    /** Each value and each end, in all stages. */
    private long stages() {
        long messages = 0;
        for (int order = 2; order <= values.count(); order *= 2) {
            boolean isLast = order == values.count();
            messages += values.count() + 1;
            for (int length = order; length >= 2; length /= 2) {
                messages += step(length, isLast);
            }
        }
        return messages;
    }

    private long step(int length, boolean isLast) {
        long count = values.count();
        long parts = count / length;
        // Into the step, the splitter, a part, the joiner, and but for the last stage the relay behind it; in a part
        // of more than two also its splitter, a comparison, the joiner and the relay that numbers.
        long stops = 4 + (isLast ? 0 : 1) + (length > 2 ? 4 : 0);
        // Every actor is told the end once, but a joiner by each in front of it.
        long ends = 2 + 2 * parts + (isLast ? 0 : 1) + (length > 2 ? parts * (2 + length) : 0);
        return stops * count + ends;
    }

    @Override
    public String answer() {
        return "that the values come out in the order of the JDK's sort";
    }

    @Override
    public void iterate(SelectorSystem system) {
        int count = values.count();
        Handle<Validator.Message> validator = system.create(() -> new Validator(count + 1));
        Handle<Flow> adapter = system.create(() -> new Relay(inside -> validator));
        Handle<Flow> network = system.create(() -> new Relay(inside -> BitonicNetwork.stages(inside, count, adapter)));
        system.create(() -> new Source(values)).send(new Start(network));
        Validator.check(validator, sorted.get());
    }

    private record Start(Handle<Flow> first) {}

    private static final class Source extends Actor<Start> {
        private final RandomValues values;

        Source(RandomValues values) {
            this.values = values;
        }

        @Override
        protected void process(Start start) {
            values.stream().forEach(value -> start.first().send(new Flow.Value(value)));
            start.first().send(new Flow.End());
            exit();
        }
    }
}
