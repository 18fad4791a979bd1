package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;

/** Counting for Pekko. */
public final class CountingTwin implements Twin {
    private static final int DEFAULT_INCREMENTS = 1_000_000;

    private final int increments;

    /** The suite's parameters. */
    public CountingTwin() {
        this(DEFAULT_INCREMENTS);
    }

    /**
     * Other parameters.
     *
     * @param increments how many messages are counted
     */
    public CountingTwin(int increments) {
        this.increments = increments;
    }

    @Override
    public String name() {
        return "Counting";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef counter = system.actorOf(Props.create(Counter.class, Counter::new));
        ActorRef producer = system.actorOf(Props.create(Producer.class, () -> new Producer(increments, counter)));
        Answers.same("increments", increments, Question.number(producer, new Produce()));
    }

    private record Produce() {}

    private record Counted(int increments) {}

    private enum ToCounter {
        INCREMENT,
        RETRIEVE
    }

    private static final class Producer extends UntypedAbstractActor {
        private final int increments;
        private final ActorRef counter;
        private ActorRef asker = getContext().getSystem().deadLetters();

        Producer(int increments, ActorRef counter) {
            this.increments = increments;
            this.counter = counter;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Produce() -> {
                    asker = getSender();
                    for (int i = 0; i < increments; i++) {
                        counter.tell(ToCounter.INCREMENT, getSelf());
                    }
                    counter.tell(ToCounter.RETRIEVE, getSelf());
                }
                case Counted(var counted) -> {
                    asker.tell(counted, getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Counter extends UntypedAbstractActor {
        private int count;

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case ToCounter.INCREMENT -> count++;
                case ToCounter.RETRIEVE -> {
                    getSender().tell(new Counted(count), getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }
}
