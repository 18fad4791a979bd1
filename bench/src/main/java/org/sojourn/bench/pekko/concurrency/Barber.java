package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.BusyWait;
import org.sojourn.bench.work.Haircuts;

/** Cuts the hair of one customer after the other. */
final class Barber extends UntypedAbstractActor {
    /** Another than the street's. */
    private static final long SEED = 2;

    /** The customer is the sender. */
    record Cut(int turn) {}

    /** What the others know of this day, to be completed for the sender. */
    record GoHome(int contented, int mostWaiting) {}

    private final ActorRef room;
    private final int rate;
    private final BusyWait work = new BusyWait(SEED);
    private int haircuts;
    private int inTurn;

    Barber(ActorRef room, int rate) {
        this.room = room;
        this.rate = rate;
    }

    @Override
    public void preStart() {
        room.tell(WaitingRoom.Event.NEXT, getSelf());
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Cut(var turn) -> {
                getSender().tell(Customer.Event.START, getSelf());
                work.spin(work.draw(rate));
                getSender().tell(Customer.Event.DONE, getSelf());
                inTurn += turn == haircuts ? 1 : 0;
                haircuts++;
                room.tell(WaitingRoom.Event.NEXT, getSelf());
            }
            case GoHome(var contented, var mostWaiting) -> {
                getSender().tell(new Haircuts(contented, inTurn, mostWaiting), getSelf());
                getContext().stop(getSelf());
            }
            default -> unhandled(message);
        }
    }
}
