package org.sojourn.bench.savina.micro;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.Sine;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** One selector creates many actors, each of which does one small piece of work, reports and exits. */
public final class ForkJoinCreation implements Benchmark {
    private static final int DEFAULT_WORKERS = 40_000;

    private final int workers;

    /** The suite's parameters. */
    public ForkJoinCreation() {
        this(DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     */
    public ForkJoinCreation(int workers) {
        this.workers = workers;
    }

    @Override
    public String name() {
        return "ForkJoinCreation";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%,d workers".formatted(workers);
    }

    @Override
    public long messages() {
        // Fork, what the workers get, what they report, the question for the result and its answer.
        return 1 + 2L * workers + 2;
    }

    @Override
    public String answer() {
        return "the sum of what all pieces of work gave";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ForkJoin.Message> master = system.create(() -> new Master(workers));
        Sine.check(workers, ForkJoin.run(master));
    }

    private record Work() {}

    private static final class Master extends ForkJoin {
        private final int workers;

        Master(int workers) {
            super(workers);
            this.workers = workers;
        }

        @Override
        void fork() {
            Handle<Message> master = self();
            Work work = new Work();
            for (int i = 0; i < workers; i++) {
                Handle<Work> worker = create(() -> new Worker(master));
                worker.send(work);
            }
        }
    }

    private static final class Worker extends Actor<Work> {
        private final Handle<ForkJoin.Message> master;

        Worker(Handle<ForkJoin.Message> master) {
            this.master = master;
        }

        @Override
        protected void process(Work work) {
            master.send(new ForkJoin.Done(Sine.square()));
            exit();
        }
    }
}
