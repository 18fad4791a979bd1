package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Thinks, gets hungry, eats. */
final class Philosopher extends UntypedAbstractActor {
    enum Order {
        START,
        EAT
    }

    private final int rounds;
    private final ActorRef arbitrator;
    private final Arbitrator.Hungry hungry;
    private final Arbitrator.Done done;
    private int meals;

    Philosopher(int seat, int rounds, ActorRef arbitrator) {
        this.rounds = rounds;
        this.arbitrator = arbitrator;
        this.hungry = new Arbitrator.Hungry(seat);
        this.done = new Arbitrator.Done(seat);
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Order.START -> arbitrator.tell(hungry, getSelf());
            case Order.EAT -> {
                meals++;
                arbitrator.tell(done, getSelf());
                if (meals < rounds) {
                    getSelf().tell(Order.START, getSelf());
                } else {
                    arbitrator.tell(new Arbitrator.Exit(meals), getSelf());
                    getContext().stop(getSelf());
                }
            }
            default -> unhandled(message);
        }
    }
}
