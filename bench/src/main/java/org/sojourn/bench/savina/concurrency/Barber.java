package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Barber.Message;
import org.sojourn.bench.work.BusyWait;
import org.sojourn.bench.work.Haircuts;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Cuts the hair of one customer after the other. */
final class Barber extends Actor<Message> {
    /** Another than the street's. */
    private static final long SEED = 2;

    /** What a barber is told. */
    sealed interface Message {}

    record Cut(int turn, Handle<Customer.Message> customer) implements Message {}

    /** What the others know of this day, to be completed. */
    record GoHome(int contented, int mostWaiting, ReplyTo<Haircuts> asker) implements Message {}

    private final Handle<WaitingRoom.Message> room;
    private final int rate;
    private final BusyWait work = new BusyWait(SEED);
    private int haircuts;
    private int inTurn;

    Barber(Handle<WaitingRoom.Message> room, int rate) {
        this.room = room;
        this.rate = rate;
    }

    @Override
    protected void preStart() {
        next();
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Cut(var turn, var customer) -> {
                customer.send(new Customer.Start());
                work.spin(work.draw(rate));
                customer.send(new Customer.Done());
                inTurn += turn == haircuts ? 1 : 0;
                haircuts++;
                next();
            }
            case GoHome(var contented, var mostWaiting, var asker) -> {
                asker.reply(new Haircuts(contented, inTurn, mostWaiting));
                exit();
            }
        }
    }

    private void next() {
        room.send(WaitingRoom.BARBER, new WaitingRoom.Next(self()));
    }
}
