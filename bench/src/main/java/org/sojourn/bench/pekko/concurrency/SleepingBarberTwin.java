package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.micro.Question;
import org.sojourn.bench.work.Haircuts;

/** SleepingBarber for Pekko. */
public final class SleepingBarberTwin implements Twin {
    private final int customers;
    private final int seats;
    private final int rate;

    /** The suite's parameters. */
    public SleepingBarberTwin() {
        this(Haircuts.CUSTOMERS, Haircuts.SEATS, Haircuts.RATE);
    }

    /**
     * Other parameters.
     *
     * @param customers how many come, at least 1
     * @param seats how many may wait in the room, at least 1
     * @param rate steps that pass at most between two customers, and that a haircut takes
     */
    public SleepingBarberTwin(int customers, int seats, int rate) {
        this.customers = customers;
        this.seats = seats;
        this.rate = rate;
    }

    @Override
    public String name() {
        return "SleepingBarber";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef room = system.actorOf(Props.create(WaitingRoom.class, () -> new WaitingRoom(seats, rate)));
        ActorRef street = system.actorOf(Props.create(Street.class, () -> new Street(customers, rate, room)));
        Question.ask(street, Street.Event.OPEN, Haircuts.class).check(customers, seats);
    }
}
