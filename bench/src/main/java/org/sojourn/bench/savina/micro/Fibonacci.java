package org.sojourn.bench.savina.micro;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.FibonacciSequence;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Every number of the sequence is an actor that creates those of its two predecessors, down to the first two. */
public final class Fibonacci implements Benchmark {
    private static final int DEFAULT_INDEX = 25;

    private final int index;

    /** The suite's parameters. */
    public Fibonacci() {
        this(DEFAULT_INDEX);
    }

    /**
     * Other parameters.
     *
     * @param index which number of the sequence is asked for, 1 to 46
     */
    public Fibonacci(int index) {
        this.index = index;
    }

    @Override
    public String name() {
        return "Fibonacci";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "number %d of the sequence".formatted(index);
    }

    @Override
    public long messages() {
        // The question and its answer; and for each number one message down and one up.
        return 2 + 2 * (2 * FibonacciSequence.number(index) - 1);
    }

    @Override
    public String answer() {
        return "the number";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToRoot> root = system.create(() -> new Root(index));
        long number = root.<Long, Result>request(Root.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("Fibonacci number", FibonacciSequence.number(index), number);
    }

    /** What a number of the sequence is told. */
    private sealed interface ToNumber {}

    /** What the root is told. */
    private sealed interface ToRoot {}

    private record Compute(int index) implements ToNumber {}

    private record Value(long number) implements ToNumber, ToRoot {}

    private record Result(ReplyTo<Long> asker) implements ToRoot {}

    /** Has no part in the sum: whoever asks waits here until it has come. */
    private static final class Root extends Selector<ToRoot> {
        static final Mailbox<Value> VALUES = Mailbox.of("values", Value.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int index;
        private long number;

        Root(int index) {
            super(VALUES, RESULTS);
            this.index = index;
        }

        @Override
        protected void preStart() {
            Handle<ToRoot> root = self();
            create(() -> new Number(root)).send(new Compute(index));
        }

        @Override
        protected void process(ToRoot message) {
            switch (message) {
                case Value(var value) -> {
                    number = value;
                    setEnabled(RESULTS, true);
                }
                case Result(var asker) -> {
                    asker.reply(number);
                    exit();
                }
            }
        }
    }

    private static final class Number extends Actor<ToNumber> {
        private final Handle<? super Value> parent;
        private int missing = 2;
        private long sum;

        Number(Handle<? super Value> parent) {
            this.parent = parent;
        }

        @Override
        protected void process(ToNumber message) {
            switch (message) {
                case Compute(var index) when index <= 2 -> finish(1);
                case Compute(var index) -> {
                    Handle<ToNumber> me = self();
                    create(() -> new Number(me)).send(new Compute(index - 1));
                    create(() -> new Number(me)).send(new Compute(index - 2));
                }
                case Value(var number) -> {
                    sum += number;
                    missing--;
                    if (missing == 0) {
                        finish(sum);
                    }
                }
            }
        }

        private void finish(long number) {
            parent.send(new Value(number));
            exit();
        }
    }
}
