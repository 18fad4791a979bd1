package org.sojourn.examples.barber;

import java.util.ArrayDeque;
import java.util.Deque;
import org.sojourn.examples.barber.Shop.Message;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** So many chairs to wait on. Who finds none goes away; the barber, who finds nobody, sleeps behind the guard. */
final class Shop extends Selector<Message> {
    static final Mailbox<Next> NEXTS = Mailbox.of("nexts", Next.class).initiallyDisabled();
    static final Mailbox<Enter> ENTRIES = Mailbox.of("entries", Enter.class);
    static final Mailbox<Close> CLOSES = Mailbox.of("closes", Close.class);

    sealed interface Message {}

    /** A customer, who is told by the barber whether he was served. */
    record Enter(int number, ReplyTo<Boolean> served) implements Message {}

    /** Asks for the next customer; the answer is null when the shop is closed. */
    record Next(ReplyTo<Enter> barber) implements Message {}

    record Close() implements Message {}

    private final Deque<Enter> waiting = new ArrayDeque<>();
    private final int chairs;
    private boolean isClosed;

    Shop(int chairs) {
        super(NEXTS, ENTRIES, CLOSES);
        this.chairs = chairs;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Enter customer when waiting.size() < chairs -> waiting.addLast(customer);
            case Enter(int _, var served) -> served.reply(false);
            case Next(var barber) -> {
                barber.reply(waiting.peekFirst());
                if (waiting.pollFirst() == null) {
                    exit();
                }
            }
            case Close() -> isClosed = true;
        }
        setEnabled(NEXTS, isClosed || !waiting.isEmpty());
    }
}
