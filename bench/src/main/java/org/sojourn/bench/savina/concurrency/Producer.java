package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Producer.Produce;
import org.sojourn.bench.work.Production;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Makes an item whenever it is told to, until it has made all of its own. */
final class Producer extends Actor<Produce> {
    record Produce() {}

    private final Handle<Buffer.Message> buffer;
    private final Production production;
    private int left;
    private double value;

    Producer(Handle<Buffer.Message> buffer, Production production) {
        this.buffer = buffer;
        this.production = production;
        this.left = production.itemsPerProducer();
    }

    @Override
    protected void process(Produce message) {
        if (left > 0) {
            left--;
            value = production.work(value);
            buffer.send(Buffer.ITEMS, new Buffer.Item(value, self()));
        } else {
            buffer.send(Buffer.ENDS, new Buffer.Finished());
            exit();
        }
    }
}
