package org.sojourn.bench.savina.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.sojourn.bench.savina.concurrency.WaitingRoom.Message;
import org.sojourn.bench.work.Haircuts;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Seats customers while there are seats, and hands the barber the next while there are customers. */
final class WaitingRoom extends Selector<Message> {
    static final Mailbox<Enter> CUSTOMERS = Mailbox.of("customers", Enter.class);
    /** While the barber's message waits here, he sleeps. */
    static final Mailbox<Next> BARBER = Mailbox.of("barber", Next.class).initiallyDisabled();

    static final Mailbox<Close> CLOSING = Mailbox.of("closing", Close.class);

    /** What a waiting room is told. */
    sealed interface Message {}

    record Enter(int turn, Handle<Customer.Message> customer) implements Message {}

    /** The barber is free. */
    record Next(Handle<Barber.Message> barber) implements Message {}

    /** Everybody has gone home. */
    record Close(int contented, ReplyTo<Haircuts> asker) implements Message {}

    private final int seats;
    private final int rate;
    private final Deque<Enter> waiting = new ArrayDeque<>();
    private int most;
    private Optional<Close> closing = Optional.empty();

    WaitingRoom(int seats, int rate) {
        super(CUSTOMERS, BARBER, CLOSING);
        this.seats = seats;
        this.rate = rate;
    }

    @Override
    protected void preStart() {
        Handle<Message> room = self();
        int steps = rate;
        create(() -> new Barber(room, steps));
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Enter enter -> {
                waiting.addLast(enter);
                most = Math.max(most, waiting.size());
                enter.customer().send(new Customer.Wait());
            }
            case Next(var barber) -> next(barber);
            case Close close -> closing = Optional.of(close);
        }
        setEnabled(CUSTOMERS, waiting.size() < seats);
        setEnabled(BARBER, !waiting.isEmpty() || !closing.isEmpty());
    }

    private void next(Handle<Barber.Message> barber) {
        if (waiting.isEmpty()) {
            closing.ifPresent(close -> barber.send(new Barber.GoHome(close.contented(), most, close.asker())));
            exit();
        } else {
            Enter first = waiting.removeFirst();
            barber.send(new Barber.Cut(first.turn(), first.customer()));
        }
    }
}
