package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.TrapezoidRule;
import org.sojourn.bench.work.TrapezoidRule.Share;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Workers each integrate over a part of an interval by the trapezoidal rule; a master adds up. */
public final class Trapezoid implements Benchmark {
    private static final int DEFAULT_PIECES = 10_000_000;
    private static final int DEFAULT_WORKERS = 100;

    private final int pieces;
    private final int workers;
    private final Expected<Double> integral = new Expected<>(TrapezoidRule::integral);

    /** The suite's parameters. */
    public Trapezoid() {
        this(DEFAULT_PIECES, DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param pieces into how many pieces the interval is cut
     * @param workers how many workers share them, at least 1
     */
    public Trapezoid(int pieces, int workers) {
        this.pieces = pieces;
        this.workers = workers;
    }

    @Override
    public String name() {
        return "Trapezoid";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d pieces, %d workers".formatted(pieces, workers);
    }

    @Override
    public long messages() {
        // The whole to the master, a share to each worker and the area from each; the question and its answer.
        return 1 + 2L * workers + 2;
    }

    @Override
    public String answer() {
        return "the area, against Simpson's rule, within the trapezoidal rule's error";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Message> master = system.create(() -> new Master(workers));
        Share whole = TrapezoidRule.whole(pieces);
        master.send(new Whole(whole));
        double area = master.<Double, Result>request(Master.RESULTS, Result::new, Patience.LIMIT)
                .join();
        TrapezoidRule.check(whole, integral.get(), area);
    }

    /** What the master is told. */
    private sealed interface Message {}

    private sealed interface Progress extends Message {}

    private record Whole(Share share) implements Progress {}

    private record Area(double area) implements Progress {}

    private record Result(ReplyTo<Double> asker) implements Message {}

    private static final class Master extends Selector<Message> {
        static final Mailbox<Progress> PROGRESS = Mailbox.of("progress", Progress.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int workers;
        private int done;
        private double sum;

        Master(int workers) {
            super(PROGRESS, RESULTS);
            this.workers = workers;
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Whole(var share) -> shareOut(share);
                case Area(var area) -> {
                    sum += area;
                    done++;
                    setEnabled(RESULTS, done == workers);
                }
                case Result(var asker) -> {
                    asker.reply(sum);
                    exit();
                }
            }
        }

        private void shareOut(Share whole) {
            Handle<Message> master = self();
            for (int i = 0; i < workers; i++) {
                Handle<Share> worker = create(() -> new Worker(master));
                worker.send(whole.part(i, workers));
            }
        }
    }

    private static final class Worker extends Actor<Share> {
        private final Handle<Message> master;

        Worker(Handle<Message> master) {
            this.master = master;
        }

        @Override
        protected void process(Share share) {
            master.send(new Area(share.area()));
            exit();
        }
    }
}
