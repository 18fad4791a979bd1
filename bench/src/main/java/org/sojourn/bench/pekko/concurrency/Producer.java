package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.Production;

/** Makes an item whenever it is told to, until it has made all of its own. */
final class Producer extends UntypedAbstractActor {
    enum Order {
        PRODUCE
    }

    private final ActorRef buffer;
    private final Production production;
    private int left;
    private double value;

    Producer(ActorRef buffer, Production production) {
        this.buffer = buffer;
        this.production = production;
        this.left = production.itemsPerProducer();
    }

    @Override
    public void onReceive(Object message) {
        if (message != Order.PRODUCE) {
            unhandled(message);
        } else if (left > 0) {
            left--;
            value = production.work(value);
            buffer.tell(new Buffer.Item(value), getSelf());
        } else {
            buffer.tell(Buffer.Event.FINISHED, getSelf());
            getContext().stop(getSelf());
        }
    }
}
