package org.sojourn.bench.savina.parallelism;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Pivot;
import org.sojourn.bench.work.RandomValues;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** Quicksort: an actor divides what it gets, and asks two others to sort the parts, unless it is little. */
public final class QuickSort implements Benchmark {
    private static final int DEFAULT_VALUES = 1_000_000;
    private static final int DEFAULT_THRESHOLD = 2_048;
    private static final long LIMIT = 1L << 60;
    private static final long SEED = 1_024;

    private final RandomValues values;
    private final int threshold;
    private final Expected<long[]> sorted;
    private final Expected<Integer> sorters;

    /** The suite's parameters. */
    public QuickSort() {
        this(DEFAULT_VALUES, DEFAULT_THRESHOLD);
    }

    /**
     * Other parameters.
     *
     * @param values how many values
     * @param threshold fewer than this are sorted by an actor alone, at least 1
     */
    public QuickSort(int values, int threshold) {
        this.values = new RandomValues(values, LIMIT, SEED);
        this.threshold = threshold;
        this.sorted = new Expected<>(this.values::sorted);
        this.sorters = new Expected<>(() -> Pivot.sorters(this.values.stream().toArray(), threshold));
    }

    @Override
    public String name() {
        return "QuickSort";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d values below 2^60, fewer than %,d are sorted alone".formatted(values.count(), threshold);
    }

    @Override
    public long messages() {
        // Each sorter's question and answer.
        return 2L * sorters.get();
    }

    @Override
    public String answer() {
        return "every value, against the JDK's sort";
    }

    @Override
    public void iterate(SelectorSystem system) {
        long[] unsorted = values.stream().toArray();
        Handle<Sort> sorter = system.create(() -> new Sorter(threshold));
        long[] got = sorter.<long[]>request(asker -> new Sort(unsorted, asker), Patience.LIMIT)
                .join();
        Answers.same("all values are in order", true, Arrays.equals(sorted.get(), got));
    }

    private static final class Sorter extends Actor<Sort> {
        private final int threshold;

        Sorter(int threshold) {
            this.threshold = threshold;
        }

        @Override
        protected void process(Sort sort) {
            if (sort.values().length < threshold) {
                answer(sort, Pivot.sorted(sort.values()));
            } else {
                Pivot pivot = Pivot.of(sort.values());
                sorted(pivot.less())
                        .thenCombine(sorted(pivot.greater()), pivot::joined)
                        .thenAccept(all -> answer(sort, all));
            }
        }

        private CompletableFuture<long[]> sorted(long[] part) {
            int sameThreshold = threshold;
            Handle<Sort> sorter = create(() -> new Sorter(sameThreshold));
            return sorter.request(asker -> new Sort(part, asker), Patience.LIMIT);
        }

        private void answer(Sort sort, long[] all) {
            sort.asker().reply(all);
            exit();
        }
    }

    /** Sort this. */
    private record Sort(long[] values, ReplyTo<long[]> asker) {}
}
