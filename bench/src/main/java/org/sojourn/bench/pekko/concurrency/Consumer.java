package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.Production;
import org.sojourn.bench.work.Production.Consumption;

/** Works on one item after the other, and asks for the next. */
final class Consumer extends UntypedAbstractActor {
    enum Order {
        EXIT
    }

    private final ActorRef buffer;
    private final Production production;
    private int items;
    private double value;

    Consumer(ActorRef buffer, Production production) {
        this.buffer = buffer;
        this.production = production;
    }

    @Override
    public void preStart() {
        buffer.tell(Buffer.Event.FREE, getSelf());
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Buffer.Item(var data) -> {
                items++;
                value = production.work(value + data);
                buffer.tell(Buffer.Event.FREE, getSelf());
            }
            case Order.EXIT -> {
                buffer.tell(new Buffer.Report(new Consumption(items, value)), getSelf());
                getContext().stop(getSelf());
            }
            default -> unhandled(message);
        }
    }
}
