package org.sojourn.examples.buffer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.sojourn.examples.buffer.BoundedBuffer.Message;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Holds so many items and no more: who puts into a full one, or takes from an empty one, waits behind a guard. */
final class BoundedBuffer extends Selector<Message> {
    static final Mailbox<Put> PUTS = Mailbox.of("puts", Put.class);
    static final Mailbox<Take> TAKES = Mailbox.of("takes", Take.class).initiallyDisabled();

    sealed interface Message {}

    record Put(long item, ReplyTo<Boolean> stored) implements Message {}

    record Take(ReplyTo<Long> asker) implements Message {}

    private final Deque<Long> items = new ArrayDeque<>();
    private final int capacity;

    BoundedBuffer(int capacity) {
        super(PUTS, TAKES);
        this.capacity = capacity;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Put(var item, var stored) -> {
                items.addLast(item);
                stored.reply(true);
            }
            case Take(var asker) -> asker.reply(items.removeFirst());
        }
        setEnabled(PUTS, items.size() < capacity);
        setEnabled(TAKES, !items.isEmpty());
    }
}
