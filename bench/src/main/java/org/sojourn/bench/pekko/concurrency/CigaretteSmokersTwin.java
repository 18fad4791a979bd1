package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Smoke;

/** CigaretteSmokers for Pekko. */
public final class CigaretteSmokersTwin implements Twin {
    private static final int DEFAULT_ROUNDS = 1_000;
    private static final int DEFAULT_SMOKERS = 200;

    private final int rounds;
    private final int smokers;
    private final Expected<Smoke> smoke;

    /** The suite's parameters. */
    public CigaretteSmokersTwin() {
        this(DEFAULT_ROUNDS, DEFAULT_SMOKERS);
    }

    /**
     * Other parameters.
     *
     * @param rounds how many cigarettes, at least 1
     * @param smokers how many smokers, at least 1
     */
    public CigaretteSmokersTwin(int rounds, int smokers) {
        this.rounds = rounds;
        this.smokers = smokers;
        this.smoke = new Expected<>(() -> Smoke.expected(rounds, smokers));
    }

    @Override
    public String name() {
        return "CigaretteSmokers";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef arbiter = system.actorOf(Props.create(Arbiter.class, () -> new Arbiter(rounds, smokers)));
        Answers.same("smoked", smoke.get(), Answering.result(arbiter, Smoke.class));
    }
}
