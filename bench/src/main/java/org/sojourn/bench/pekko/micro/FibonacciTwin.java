package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.work.FibonacciSequence;

/** Fibonacci for Pekko. */
public final class FibonacciTwin implements Twin {
    private static final int DEFAULT_INDEX = 25;
    private static final Props NUMBER = Props.create(Number.class, Number::new);

    private final int index;

    /** The suite's parameters. */
    public FibonacciTwin() {
        this(DEFAULT_INDEX);
    }

    /**
     * Other parameters.
     *
     * @param index which number of the sequence is asked for, 1 to 46
     */
    public FibonacciTwin(int index) {
        this.index = index;
    }

    @Override
    public String name() {
        return "Fibonacci";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef root = system.actorOf(Props.create(Root.class, () -> new Root(index)));
        Answers.same("Fibonacci number", FibonacciSequence.number(index), Question.number(root, new Result()));
    }

    private record Result() {}

    private record Compute(int index) {}

    private record Value(long number) {}

    /** Has no part in the sum: keeps the number for whoever asks. */
    private static final class Root extends UntypedAbstractActor {
        private final int index;
        private long number;
        private ActorRef asker = getContext().getSystem().deadLetters();
        private boolean asked;

        Root(int index) {
            this.index = index;
        }

        @Override
        public void preStart() {
            getContext().actorOf(NUMBER).tell(new Compute(index), getSelf());
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Value(var value) -> {
                    number = value;
                    answerWhenKnown();
                }
                case Result() -> {
                    asker = getSender();
                    asked = true;
                    answerWhenKnown();
                }
                default -> unhandled(message);
            }
        }

        private void answerWhenKnown() {
            if (asked && number > 0) {
                asker.tell(number, getSelf());
                getContext().stop(getSelf());
            }
        }
    }

    private static final class Number extends UntypedAbstractActor {
        private int missing = 2;
        private long sum;

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Compute(var index) when index <= 2 -> finish(1);
                case Compute(var index) -> {
                    getContext().actorOf(NUMBER).tell(new Compute(index - 1), getSelf());
                    getContext().actorOf(NUMBER).tell(new Compute(index - 2), getSelf());
                }
                case Value(var number) -> {
                    sum += number;
                    missing--;
                    if (missing == 0) {
                        finish(sum);
                    }
                }
                default -> unhandled(message);
            }
        }

        private void finish(long number) {
            getContext().getParent().tell(new Value(number), getSelf());
            getContext().stop(getSelf());
        }
    }
}
