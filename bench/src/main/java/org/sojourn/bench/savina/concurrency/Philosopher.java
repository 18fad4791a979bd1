package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Philosopher.Message;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Thinks, gets hungry, eats. */
final class Philosopher extends Actor<Message> {
    /** What a philosopher is told. */
    sealed interface Message {}

    record Start() implements Message {}

    record Eat() implements Message {}

    private final int seat;
    private final int rounds;
    private final Handle<Arbitrator.Message> arbitrator;
    private int meals;

    Philosopher(int seat, int rounds, Handle<Arbitrator.Message> arbitrator) {
        this.seat = seat;
        this.rounds = rounds;
        this.arbitrator = arbitrator;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Start() -> arbitrator.send(Arbitrator.HUNGRY, new Arbitrator.Hungry(seat, self()));
            case Eat() -> {
                meals++;
                arbitrator.send(Arbitrator.LEAVES, new Arbitrator.Done(seat));
                if (meals < rounds) {
                    self().send(new Start());
                } else {
                    arbitrator.send(Arbitrator.LEAVES, new Arbitrator.Exit(meals));
                    exit();
                }
            }
        }
    }
}
