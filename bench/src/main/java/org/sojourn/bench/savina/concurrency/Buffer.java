package org.sojourn.bench.savina.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import org.sojourn.bench.savina.concurrency.Buffer.Message;
import org.sojourn.bench.work.Production;
import org.sojourn.bench.work.Production.Consumption;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/**
 * The bounded buffer. An item that it has no room for, and a consumer that it has nothing for, wait in their mailboxes
 * behind a guard.
 */
final class Buffer extends Selector<Message> {
    static final Mailbox<Item> ITEMS = Mailbox.of("items", Item.class);
    static final Mailbox<Free> FREE = Mailbox.of("free consumers", Free.class).initiallyDisabled();
    static final Mailbox<End> ENDS = Mailbox.of("ends", End.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a buffer is told. */
    sealed interface Message {}

    /** Goes through the buffer to a consumer. The producer makes its next when this one has been taken in. */
    record Item(double value, Handle<Producer.Produce> producer) implements Message, Consumer.Message {}

    /** A consumer has nothing to do. */
    record Free(Handle<Consumer.Message> consumer) implements Message {}

    /** Somebody has exited. */
    sealed interface End extends Message {}

    /** A producer, after its last item. */
    record Finished() implements End {}

    /** A consumer. */
    record Report(Consumption consumed) implements End {}

    record Result(ReplyTo<Account> asker) implements Message {}

    /** What all consumers have consumed, and how many items were here at most. */
    record Account(Consumption consumed, int most) {}

    private final Production production;
    private final Deque<Item> held = new ArrayDeque<>();
    private int most;
    private int finished;
    private int reports;
    private Consumption consumed = Consumption.NONE;

    Buffer(Production production) {
        super(ITEMS, FREE, ENDS, RESULTS);
        this.production = production;
    }

    @Override
    protected void preStart() {
        Handle<Message> buffer = self();
        Production goods = production;
        for (int i = 0; i < production.consumers(); i++) {
            create(() -> new Consumer(buffer, goods));
        }
        for (int i = 0; i < production.producers(); i++) {
            create(() -> new Producer(buffer, goods)).send(new Producer.Produce());
        }
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Item item -> {
                held.addLast(item);
                most = Math.max(most, held.size());
                item.producer().send(new Producer.Produce());
            }
            case Free(var consumer) -> consumer.send(held.isEmpty() ? new Consumer.Exit() : held.removeFirst());
            case Finished() -> finished++;
            case Report(var part) -> {
                consumed = consumed.plus(part);
                reports++;
            }
            case Result(var asker) -> {
                asker.reply(new Account(consumed, most));
                exit();
            }
        }
        setEnabled(ITEMS, held.size() < production.limit());
        // At the end every consumer is let in once more, to be told so.
        setEnabled(FREE, !held.isEmpty() || finished == production.producers());
        setEnabled(RESULTS, reports == production.consumers());
    }
}
