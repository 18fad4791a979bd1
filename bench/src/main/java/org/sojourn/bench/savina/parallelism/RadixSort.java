package org.sojourn.bench.savina.parallelism;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.RandomValues;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/**
 * A pipeline with an actor for every bit, the lowest first: values without the bit pass at once, the others after all.
 */
public final class RadixSort implements Benchmark {
    private static final int DEFAULT_VALUES = 100_000;
    private static final int DEFAULT_BITS = 60;
    private static final long DEFAULT_SEED = 2_048;

    private final RandomValues values;
    private final int bits;
    private final Expected<Long> sorted;

    /** The suite's parameters. */
    public RadixSort() {
        this(DEFAULT_VALUES, DEFAULT_BITS);
    }

    /**
     * Other parameters.
     *
     * @param values how many values, at least 1
     * @param bits how long each is, and the pipeline; at most 62
     */
    public RadixSort(int values, int bits) {
        this.values = new RandomValues(values, 1L << bits, DEFAULT_SEED);
        this.bits = bits;
        this.sorted = new Expected<>(this.values::sortedFingerprint);
    }

    @Override
    public String name() {
        return "RadixSort";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d values below 2^%d".formatted(values.count(), bits);
    }

    @Override
    public long messages() {
        // Start, each value to each of the sorters and the validator; the question for the result and its answer.
        return 1 + (bits + 1L) * values.count() + 2;
    }

    @Override
    public String answer() {
        return "that the values come out in the order of the JDK's sort";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Validator.Message> validator = system.create(() -> new Validator(values.count()));
        Handle<? super Flow.Value> first = validator;
        for (int bit = bits - 1; bit >= 0; bit--) {
            long mask = 1L << bit;
            Handle<? super Flow.Value> next = first;
            first = system.<Flow.Value>create(() -> new Sorter(values.count(), mask, next));
        }
        system.create(() -> new Source(values)).send(new Start(first));
        Validator.check(validator, sorted.get());
    }

    private record Start(Handle<? super Flow.Value> first) {}

    private static final class Source extends Actor<Start> {
        private final RandomValues values;

        Source(RandomValues values) {
            this.values = values;
        }

        @Override
        protected void process(Start start) {
            values.stream().forEach(value -> start.first().send(new Flow.Value(value)));
            exit();
        }
    }

    /** Lets values without its bit pass, and sends the others when all have come: each kind in the order of arrival. */
    private static final class Sorter extends Actor<Flow.Value> {
        private final long mask;
        private final Handle<? super Flow.Value> next;
        private final List<Flow.Value> later = new ArrayList<>();
        private int missing;

        Sorter(int values, long mask, Handle<? super Flow.Value> next) {
            this.missing = values;
            this.mask = mask;
            this.next = next;
        }

        @Override
        protected void process(Flow.Value message) {
            if ((message.value() & mask) == 0) {
                next.send(message);
            } else {
                later.add(message);
            }
            missing--;
            if (missing == 0) {
                later.forEach(next::send);
                exit();
            }
        }
    }
}
