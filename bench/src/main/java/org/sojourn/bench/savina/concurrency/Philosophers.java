package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Table;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** Dining philosophers who ask one arbitrator for both forks at once. */
public final class Philosophers implements Benchmark {
    private static final int DEFAULT_SEATS = 20;
    private static final int DEFAULT_ROUNDS = 10_000;

    private final int seats;
    private final int rounds;

    /** The suite's parameters. */
    public Philosophers() {
        this(DEFAULT_SEATS, DEFAULT_ROUNDS);
    }

    /**
     * Other parameters.
     *
     * @param seats how many philosophers, at least 2
     * @param rounds how often each eats, at least once
     */
    public Philosophers(int seats, int rounds) {
        this.seats = seats;
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return "Philosophers";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%d philosophers x %,d rounds".formatted(seats, rounds);
    }

    @Override
    public long messages() {
        // A round: a philosopher is told to begin, is hungry, may eat, and is done. Each exits in the end. The question
        // for the result and its answer.
        return seats * (4L * rounds + 1) + 2;
    }

    @Override
    public String answer() {
        return "the meals; that each fork was used in its due share of them and never by two at once";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Arbitrator.Message> arbitrator = system.create(() -> new Arbitrator(seats, rounds));
        arbitrator
                .<Table.Dinner, Arbitrator.Result>request(Arbitrator.RESULTS, Arbitrator.Result::new, Patience.LIMIT)
                .join()
                .check(seats, rounds);
    }
}
