package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Consumer.Message;
import org.sojourn.bench.work.Production;
import org.sojourn.bench.work.Production.Consumption;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Works on one item after the other, and asks for the next. */
final class Consumer extends Actor<Message> {
    /** What a consumer is told. */
    sealed interface Message permits Buffer.Item, Exit {}

    record Exit() implements Message {}

    private final Handle<Buffer.Message> buffer;
    private final Production production;
    private int items;
    private double value;

    Consumer(Handle<Buffer.Message> buffer, Production production) {
        this.buffer = buffer;
        this.production = production;
    }

    @Override
    protected void preStart() {
        buffer.send(Buffer.FREE, new Buffer.Free(self()));
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Buffer.Item item -> {
                items++;
                value = production.work(value + item.value());
                buffer.send(Buffer.FREE, new Buffer.Free(self()));
            }
            case Exit() -> {
                buffer.send(Buffer.ENDS, new Buffer.Report(new Consumption(items, value)));
                exit();
            }
        }
    }
}
