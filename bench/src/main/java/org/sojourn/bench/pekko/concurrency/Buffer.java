package org.sojourn.bench.pekko.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Production;
import org.sojourn.bench.work.Production.Consumption;

/** The bounded buffer: keeps the consumers that it has nothing for, and the producers that would make it over-full. */
final class Buffer extends Answering {
    enum Event {
        FREE,
        FINISHED
    }

    /** Goes through the buffer to a consumer. */
    record Item(double value) {}

    /** A consumer has exited. */
    record Report(Consumption consumed) {}

    /** What all consumers have consumed, and how many items were here at most. */
    record Account(Consumption consumed, int most) {}

    private final Production production;
    private final Deque<Item> held = new ArrayDeque<>();
    private final Deque<ActorRef> producers = new ArrayDeque<>();
    private final Deque<ActorRef> consumers = new ArrayDeque<>();
    private int most;
    private int finished;
    private int reports;
    private Consumption consumed = Consumption.NONE;

    Buffer(Production production) {
        this.production = production;
    }

    @Override
    public void preStart() {
        ActorRef buffer = getSelf();
        for (int i = 0; i < production.consumers(); i++) {
            getContext().actorOf(Props.create(Consumer.class, () -> new Consumer(buffer, production)));
        }
        for (int i = 0; i < production.producers(); i++) {
            getContext()
                    .actorOf(Props.create(Producer.class, () -> new Producer(buffer, production)))
                    .tell(Producer.Order.PRODUCE, buffer);
        }
    }

    @Override
    protected void process(Object message) {
        switch (message) {
            case Item item -> takeIn(item);
            case Event.FREE -> handOut();
            case Event.FINISHED -> {
                finished++;
                while (isOver() && !consumers.isEmpty()) {
                    consumers.removeFirst().tell(Consumer.Order.EXIT, getSelf());
                }
            }
            case Report(var part) -> {
                consumed = consumed.plus(part);
                reports++;
                if (reports == production.consumers()) {
                    finish(new Account(consumed, most));
                }
            }
            default -> unhandled(message);
        }
    }

    private void takeIn(Item item) {
        if (consumers.isEmpty()) {
            held.addLast(item);
            most = Math.max(most, held.size());
        } else {
            consumers.removeFirst().tell(item, getSelf());
        }
        if (held.size() < production.limit()) {
            getSender().tell(Producer.Order.PRODUCE, getSelf());
        } else {
            producers.addLast(getSender());
        }
    }

    private void handOut() {
        if (!held.isEmpty()) {
            getSender().tell(held.removeFirst(), getSelf());
            if (!producers.isEmpty()) {
                producers.removeFirst().tell(Producer.Order.PRODUCE, getSelf());
            }
        } else if (isOver()) {
            getSender().tell(Consumer.Order.EXIT, getSelf());
        } else {
            consumers.addLast(getSender());
        }
    }

    private boolean isOver() {
        return finished == production.producers();
    }
}
