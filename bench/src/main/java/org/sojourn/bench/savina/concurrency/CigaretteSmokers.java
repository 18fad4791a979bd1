package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Smoke;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** An arbiter lays what one smoker lacks on the table, and the next smoker's as soon as that one has begun to smoke. */
public final class CigaretteSmokers implements Benchmark {
    private static final int DEFAULT_ROUNDS = 1_000;
    private static final int DEFAULT_SMOKERS = 200;

    private final int rounds;
    private final int smokers;
    private final Expected<Smoke> smoke;

    /** The suite's parameters. */
    public CigaretteSmokers() {
        this(DEFAULT_ROUNDS, DEFAULT_SMOKERS);
    }

    /**
     * Other parameters.
     *
     * @param rounds how many cigarettes, at least 1
     * @param smokers how many smokers, at least 1
     */
    public CigaretteSmokers(int rounds, int smokers) {
        this.rounds = rounds;
        this.smokers = smokers;
        this.smoke = new Expected<>(() -> Smoke.expected(rounds, smokers));
    }

    @Override
    public String name() {
        return "CigaretteSmokers";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%,d rounds, %d smokers".formatted(rounds, smokers);
    }

    @Override
    public long messages() {
        // A round: a smoker may smoke, and has begun. Each is told to exit, and reports. The question for the result
        // and its answer.
        return 2L * rounds + 2L * smokers + 2;
    }

    @Override
    public String answer() {
        return "how many cigarettes were smoked, by whom and for how long, against the lots drawn";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Arbiter.Message> arbiter = system.create(() -> new Arbiter(rounds, smokers));
        Smoke smoked = arbiter.<Smoke, Arbiter.Result>request(Arbiter.RESULTS, Arbiter.Result::new, Patience.LIMIT)
                .join();
        Answers.same("smoked", smoke.get(), smoked);
    }
}
