package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Table;

/** Philosophers for Pekko. */
public final class PhilosophersTwin implements Twin {
    private static final int DEFAULT_SEATS = 20;
    private static final int DEFAULT_ROUNDS = 10_000;

    private final int seats;
    private final int rounds;

    /** The suite's parameters. */
    public PhilosophersTwin() {
        this(DEFAULT_SEATS, DEFAULT_ROUNDS);
    }

    /**
     * Other parameters.
     *
     * @param seats how many philosophers, at least 2
     * @param rounds how often each eats, at least once
     */
    public PhilosophersTwin(int seats, int rounds) {
        this.seats = seats;
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return "Philosophers";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef arbitrator = system.actorOf(Props.create(Arbitrator.class, () -> new Arbitrator(seats, rounds)));
        Answering.result(arbitrator, Table.Dinner.class).check(seats, rounds);
    }
}
