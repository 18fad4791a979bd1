package org.sojourn.bench.savina.parallelism;

import java.math.BigDecimal;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.PiSeries;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Workers compute terms of a series for pi, each the next when it has reported one; a master adds up. */
public final class PiPrecision implements Benchmark {
    private static final int DEFAULT_DIGITS = 5_000;
    private static final int DEFAULT_WORKERS = 20;
    /** How many terms each worker has waiting. */
    private static final int AHEAD = 10;

    private final int digits;
    private final int workers;
    private final Expected<BigDecimal> pi;

    /** The suite's parameters. */
    public PiPrecision() {
        this(DEFAULT_DIGITS, DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param digits decimals of pi
     * @param workers how many workers, at least 1
     */
    public PiPrecision(int digits, int workers) {
        this.digits = digits;
        this.workers = workers;
        this.pi = new Expected<>(() -> PiSeries.byMachin(digits));
    }

    @Override
    public String name() {
        return "PiPrecision";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d digits, %d workers".formatted(digits, workers);
    }

    @Override
    public long messages() {
        // The word to start; the terms asked for and the terms; the word to stop and that it was heard; the question
        // for the result and its answer.
        return 1 + 2L * terms() + 2L * workers + 2;
    }

    @Override
    public String answer() {
        return "every digit, against Machin's formula";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToMaster> master = system.create(() -> new Master(digits, workers, terms()));
        master.send(new Start());
        BigDecimal got = master.<BigDecimal, Result>request(Master.RESULTS, Result::new, Patience.LIMIT)
                .join();
        BigDecimal difference = got.subtract(pi.get()).abs();
        Answers.same("pi, to a unit of the last digit", true, difference.compareTo(PiSeries.unit(digits)) < 0);
    }

    /**
     * The suite goes on until a term is too small to matter, and by then has asked for others: as many as it does when
     * terms come in order. The number is fixed, so that each iteration sends the same messages.
     */
    private int terms() {
        return PiSeries.terms(digits) + AHEAD * workers;
    }

    private sealed interface ToMaster {}

    private sealed interface ToWorker {}

    private sealed interface Progress extends ToMaster {}

    private record Start() implements Progress {}

    private record Work(int index, int digits) implements ToWorker {}

    private record Term(BigDecimal term, int worker) implements Progress {}

    private record Stop() implements ToWorker {}

    private record Stopped() implements Progress {}

    private record Result(ReplyTo<BigDecimal> asker) implements ToMaster {}

    private static final class Master extends Selector<ToMaster> {
        static final Mailbox<Progress> PROGRESS = Mailbox.of("progress", Progress.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int digits;
        private final int ahead;
        private final int terms;
        private final Crew<ToWorker> crew;
        private BigDecimal sum = BigDecimal.ZERO;

        Master(int digits, int workers, int terms) {
            super(PROGRESS, RESULTS);
            this.digits = digits;
            this.ahead = workers * AHEAD;
            this.terms = terms;
            Handle<ToMaster> master = self();
            this.crew = new Crew<>(workers, index -> create(() -> new Worker(master, index)));
        }

        @Override
        protected void process(ToMaster message) {
            switch (message) {
                case Start() -> {
                    for (int i = 0; i < ahead; i++) {
                        ask(i);
                    }
                }
                case Term(var term, var worker) -> {
                    sum = sum.add(term);
                    ask(worker);
                    crew.done(new Stop());
                }
                case Stopped() -> setEnabled(RESULTS, crew.stopped());
                case Result(var asker) -> {
                    asker.reply(sum);
                    exit();
                }
            }
        }

        private void ask(int worker) {
            int index = crew.handedOut();
            if (index < terms) {
                crew.worker(worker).send(new Work(index, digits));
            }
        }
    }

    private static final class Worker extends Actor<ToWorker> {
        private final Handle<ToMaster> master;
        private final int index;

        Worker(Handle<ToMaster> master, int index) {
            this.master = master;
            this.index = index;
        }

        @Override
        protected void process(ToWorker message) {
            switch (message) {
                case Work(var term, var digits) -> master.send(new Term(PiSeries.term(term, digits), index));
                case Stop() -> {
                    master.send(new Stopped());
                    exit();
                }
            }
        }
    }
}
