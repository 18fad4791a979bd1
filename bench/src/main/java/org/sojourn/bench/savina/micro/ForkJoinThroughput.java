package org.sojourn.bench.savina.micro;

import java.util.List;
import java.util.stream.Stream;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.Sine;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** One selector sends to many actors by turns, which do a small piece of work for every message. */
public final class ForkJoinThroughput implements Benchmark {
    private static final int DEFAULT_MESSAGES = 10_000;
    private static final int DEFAULT_WORKERS = 60;

    private final int perWorker;
    private final int workers;

    /** The suite's parameters. */
    public ForkJoinThroughput() {
        this(DEFAULT_MESSAGES, DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param perWorker messages to each worker, at least 1
     * @param workers how many workers, at least 1
     */
    public ForkJoinThroughput(int perWorker, int workers) {
        this.perWorker = perWorker;
        this.workers = workers;
    }

    @Override
    public String name() {
        return "ForkJoinThroughput";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%,d messages x %d workers".formatted(perWorker, workers);
    }

    @Override
    public long messages() {
        // Fork, what the workers get, what they report, the question for the result and its answer.
        return 1 + (long) perWorker * workers + workers + 2;
    }

    @Override
    public String answer() {
        return "the sum of what all pieces of work gave";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ForkJoin.Message> master = system.create(() -> new Master(perWorker, workers));
        Sine.check((long) perWorker * workers, ForkJoin.run(master));
    }

    private record Work() {}

    private static final class Master extends ForkJoin {
        private final int perWorker;
        private final int workers;

        Master(int perWorker, int workers) {
            super(workers);
            this.perWorker = perWorker;
            this.workers = workers;
        }

        @Override
        void fork() {
            Handle<Message> master = self();
            int times = perWorker;
            List<Handle<Work>> all = Stream.generate(() -> this.<Work>create(() -> new Worker(times, master)))
                    .limit(workers)
                    .toList();
            Work work = new Work();
            for (int i = 0; i < perWorker; i++) {
                for (Handle<Work> worker : all) {
                    worker.send(work);
                }
            }
        }
    }

    private static final class Worker extends Actor<Work> {
        private final Handle<ForkJoin.Message> master;
        private int left;
        private double sum;

        Worker(int left, Handle<ForkJoin.Message> master) {
            this.left = left;
            this.master = master;
        }

        @Override
        protected void process(Work work) {
            sum += Sine.square();
            left--;
            if (left == 0) {
                master.send(new ForkJoin.Done(sum));
                exit();
            }
        }
    }
}
