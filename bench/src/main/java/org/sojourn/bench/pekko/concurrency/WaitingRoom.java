package org.sojourn.bench.pekko.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Seats customers while there are seats, keeps the others, and hands the barber the next while there are customers. */
final class WaitingRoom extends UntypedAbstractActor {
    enum Event {
        /** The barber, the sender, is free. */
        NEXT
    }

    record Enter(int turn, ActorRef customer) {}

    /** Everybody has gone home. The sender is who wants to know how it was. */
    record Close(int contented) {}

    private final int seats;
    private final int rate;
    private final ActorRef nobody = getContext().getSystem().deadLetters();
    private final Deque<Enter> waiting = new ArrayDeque<>();
    private final Deque<Enter> atTheDoor = new ArrayDeque<>();
    private ActorRef sleeping = nobody;
    private ActorRef asker = nobody;
    private int contented;
    private int most;

    WaitingRoom(int seats, int rate) {
        this.seats = seats;
        this.rate = rate;
    }

    @Override
    public void preStart() {
        ActorRef room = getSelf();
        // No child of the room's: it exits after the room.
        getContext().getSystem().actorOf(Props.create(Barber.class, () -> new Barber(room, rate)));
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Enter enter -> {
                if (waiting.size() < seats) {
                    seat(enter);
                } else {
                    atTheDoor.addLast(enter);
                }
                wake();
            }
            case Event.NEXT -> {
                sleeping = getSender();
                wake();
            }
            case Close(var customers) -> {
                asker = getSender();
                contented = customers;
                wake();
            }
            default -> unhandled(message);
        }
    }

    private void seat(Enter enter) {
        waiting.addLast(enter);
        most = Math.max(most, waiting.size());
        enter.customer().tell(Customer.Event.WAIT, getSelf());
    }

    /** Gives the barber work, or sends him home, if he is free. */
    private void wake() {
        if (sleeping == nobody) {
            return;
        }
        if (!waiting.isEmpty()) {
            Enter first = waiting.removeFirst();
            sleeping.tell(new Barber.Cut(first.turn()), first.customer());
            sleeping = nobody;
            if (!atTheDoor.isEmpty()) {
                seat(atTheDoor.removeFirst());
            }
        } else if (asker != nobody) {
            sleeping.tell(new Barber.GoHome(contented, most), asker);
            getContext().stop(getSelf());
        }
    }
}
