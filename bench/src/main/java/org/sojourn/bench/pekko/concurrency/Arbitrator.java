package org.sojourn.bench.pekko.concurrency;

import java.util.Arrays;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Table;

/** Gives out the forks. Keeps whoever is hungry while a neighbour eats, until the neighbour is done. */
final class Arbitrator extends Answering {
    record Hungry(int seat) {}

    record Done(int seat) {}

    record Exit(int meals) {}

    private final int seats;
    private final int rounds;
    private final Table table;
    private final ActorRef nobody = getContext().getSystem().deadLetters();
    private final ActorRef[] waiting;
    private int exited;
    private long meals;

    Arbitrator(int seats, int rounds) {
        this.seats = seats;
        this.rounds = rounds;
        this.table = new Table(seats);
        this.waiting = new ActorRef[seats];
        Arrays.fill(waiting, nobody);
    }

    @Override
    public void preStart() {
        ActorRef arbitrator = getSelf();
        for (int i = 0; i < seats; i++) {
            int seat = i;
            getContext()
                    .actorOf(Props.create(Philosopher.class, () -> new Philosopher(seat, rounds, arbitrator)))
                    .tell(Philosopher.Order.START, arbitrator);
        }
    }

    @Override
    protected void process(Object message) {
        switch (message) {
            case Hungry(var seat) -> {
                if (table.isFree(seat)) {
                    feed(seat, getSender());
                } else {
                    waiting[seat] = getSender();
                }
            }
            case Done(var seat) -> {
                table.putBack(seat);
                feedWaiting(table.previous(seat));
                feedWaiting(table.next(seat));
            }
            case Exit(var eaten) -> {
                meals += eaten;
                exited++;
                if (exited == seats) {
                    finish(table.dinner(meals));
                }
            }
            default -> unhandled(message);
        }
    }

    private void feedWaiting(int seat) {
        ActorRef philosopher = waiting[seat];
        if (philosopher != nobody && table.isFree(seat)) {
            waiting[seat] = nobody;
            feed(seat, philosopher);
        }
    }

    private void feed(int seat, ActorRef philosopher) {
        table.take(seat);
        philosopher.tell(Philosopher.Order.EAT, getSelf());
    }
}
