package org.sojourn.bench.corpus;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Pancakes;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Workers each flip a share of all permutations; a collector adds up (Computer Language Benchmarks Game, fannkuch-redux). */
public final class Fannkuch extends PaperProgram {
    private static final int DEFAULT_LENGTH = 10;
    private static final int DEFAULT_WORKERS = 8;

    private final Pancakes pancakes;
    private final int workers;
    private final Expected<Pancakes.Flips> flips;

    /** Sized for the fraction of a second. */
    public Fannkuch() {
        this(DEFAULT_LENGTH, DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param length of a permutation
     * @param workers how many share them
     */
    public Fannkuch(int length, int workers) {
        super(
                "Fannkuch",
                Family.PARALLELISM,
                "permutations of %d, %d workers".formatted(length, workers),
                // A share to each worker and what comes of it; the question and its answer.
                2L * workers + 2,
                "most flips and checksum, against one share of all");
        this.pancakes = new Pancakes(length);
        this.workers = workers;
        this.flips = new Expected<>(() -> pancakes.flips(0, pancakes.permutations()));
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToCollector> collector = system.create(() -> new Collector(workers));
        for (int i = 0; i < workers; i++) {
            Handle<Share> worker = system.create(() -> new Worker(pancakes, collector));
            worker.send(new Share(pancakes.permutations() * i / workers, pancakes.permutations() * (i + 1) / workers));
        }
        Pancakes.Flips got = collector
                .<Pancakes.Flips, Result>request(Collector.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("flips", flips.get(), got);
    }

    private record Share(long from, long to) {}

    /** What the collector is told. */
    private sealed interface ToCollector {}

    private record Done(Pancakes.Flips flips) implements ToCollector {}

    private record Result(ReplyTo<Pancakes.Flips> asker) implements ToCollector {}

    private static final class Worker extends Actor<Share> {
        private final Pancakes pancakes;
        private final Handle<ToCollector> collector;

        Worker(Pancakes pancakes, Handle<ToCollector> collector) {
            this.pancakes = pancakes;
            this.collector = collector;
        }

        @Override
        protected void process(Share share) {
            collector.send(Collector.SHARES, new Done(pancakes.flips(share.from(), share.to())));
            exit();
        }
    }

    private static final class Collector extends Selector<ToCollector> {
        static final Mailbox<Done> SHARES = Mailbox.of("shares", Done.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private Pancakes.Flips sum = Pancakes.Flips.NONE;
        private int missing;

        Collector(int workers) {
            super(SHARES, RESULTS);
            this.missing = workers;
        }

        @Override
        protected void process(ToCollector message) {
            switch (message) {
                case Done(var flips) -> {
                    sum = sum.plus(flips);
                    missing--;
                    setEnabled(RESULTS, missing == 0);
                }
                case Result(var asker) -> {
                    asker.reply(sum);
                    exit();
                }
            }
        }
    }
}
