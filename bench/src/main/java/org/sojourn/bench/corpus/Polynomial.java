package org.sojourn.bench.corpus;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Quintic;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** A dispatcher deals intervals out to computers, which add up areas (Actor Collection). */
public final class Polynomial extends PaperProgram {
    static final int INTERVALS = 200_000;
    static final int PIECES = 10;
    static final int COMPUTERS = 500;

    private final int intervals;
    private final int pieces;
    private final int computers;

    /** The paper's computers, sized for the fraction of a second. */
    public Polynomial() {
        this(INTERVALS, PIECES, COMPUTERS);
    }

    /**
     * Other parameters.
     *
     * @param intervals how many, each a message
     * @param pieces of each interval; intervals times pieces is at least 10,000
     * @param computers how many share them
     */
    public Polynomial(int intervals, int pieces, int computers) {
        super(
                "Polynomial",
                Family.PARALLELISM,
                "%,d intervals of %,d pieces, %d computers".formatted(intervals, pieces, computers),
                // The whole, passed on; each interval; the end to each computer and its area; the question, its answer.
                2 + intervals + 2L * computers + 2,
                "the integral, against the antiderivative, within the trapezoidal rule's error");
        this.intervals = intervals;
        this.pieces = pieces;
        this.computers = computers;
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToDelegate> delegate = system.create(() -> new Delegate(computers));
        delegate.send(Delegate.WORK, new Whole(intervals, pieces));
        double got = delegate.<Double, Result>request(Delegate.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("integral", Quintic.INTEGRAL, got, Quintic.TOLERANCE);
    }

    /** What the delegate is told. */
    private sealed interface ToDelegate {}

    private sealed interface Work extends ToDelegate {}

    private record Whole(int intervals, int pieces) implements Work {}

    private record Area(double area) implements Work {}

    private record Result(ReplyTo<Double> asker) implements ToDelegate {}

    private record Divide(int intervals, int pieces) {}

    /** What a computer is told. */
    private sealed interface ToComputer {}

    private record Compute(Quintic.Interval interval) implements ToComputer {}

    private record Stop() implements ToComputer {}

    private static final class Delegate extends Selector<ToDelegate> {
        static final Mailbox<Work> WORK = Mailbox.of("work", Work.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Handle<Divide> dispatcher;
        private double sum;
        private int missing;

        Delegate(int computers) {
            super(WORK, RESULTS);
            this.missing = computers;
            Handle<ToDelegate> delegate = self();
            this.dispatcher = create(() -> new Dispatcher(computers, delegate));
        }

        @Override
        protected void process(ToDelegate message) {
            switch (message) {
                case Whole(var intervals, var pieces) -> dispatcher.send(new Divide(intervals, pieces));
                case Area(var area) -> {
                    sum += area;
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

    private static final class Dispatcher extends Actor<Divide> {
        private final List<Handle<ToComputer>> computers = new ArrayList<>();

        Dispatcher(int count, Handle<ToDelegate> delegate) {
            for (int i = 0; i < count; i++) {
                computers.add(create(() -> new Computer(delegate)));
            }
        }

        @Override
        protected void process(Divide all) {
            for (int i = 0; i < all.intervals(); i++) {
                computers
                        .get(i % computers.size())
                        .send(new Compute(new Quintic.Interval(i, all.intervals(), all.pieces())));
            }
            computers.forEach(computer -> computer.send(new Stop()));
            exit();
        }
    }

    private static final class Computer extends Actor<ToComputer> {
        private final Handle<ToDelegate> delegate;
        private double sum;

        Computer(Handle<ToDelegate> delegate) {
            this.delegate = delegate;
        }

        @Override
        protected void process(ToComputer message) {
            switch (message) {
                case Compute(var interval) -> sum += interval.area();
                case Stop() -> {
                    delegate.send(Delegate.WORK, new Area(sum));
                    exit();
                }
            }
        }
    }
}
