package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.work.Master;
import org.sojourn.selectors.work.Task;

/**
 * A master with its workers, while places join, leave, are lost and come back, and workers move. The checker: each item has one result, the
 * right one, and the end is told once, after all of them.
 */
final class WorkRun {
    private static final long MILLI = 1_000_000;
    private static final int ITEMS = 120;
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(WorkRun::newCodec);

    private static Codec newCodec() {
        return SimulatedCluster.builder().newCodec();
    }

    private WorkRun() {}

    /** A record: so it moves with a worker. */
    private record Square() implements Task<Integer, Long> {
        @Override
        public Long compute(Integer item) {
            CHECKER.get().computed++;
            return (long) item * item;
        }
    }

    private abstract static class Squares extends Master<Integer, Long> {
        private final int items;
        private int next;

        Squares(int items, int workers) {
            super(new Square(), workers);
            this.items = items;
            more();
        }

        /** Some at the start, and others as results come. */
        private void more() {
            for (int i = 0; i < 10 && next < items; i++) {
                add(next++);
            }
            if (next == items) {
                close();
            }
        }

        @Override
        protected void result(long index, Long result) {
            CHECKER.get().result(index, result);
            more();
        }

        @Override
        protected void finished() {
            CHECKER.get().finished(items);
        }
    }

    /** Where places are lost: the program ends with its place. */
    @Immovable("it is the program")
    private static final class Settled extends Squares {
        Settled(int workers) {
            super(ITEMS, workers);
        }
    }

    private static final class Roving extends Squares {
        Roving(int workers) {
            super(ITEMS, workers);
        }
    }

    /** Looks at results. */
    private static final class Checker implements Judged.Checker {
        private final List<String> found = new ArrayList<>();
        private final Map<Long, Integer> results = new TreeMap<>();
        private int computed;
        private int ends;

        void result(long index, long result) {
            if (result != index * index) {
                found.add("item " + index + " came to " + result);
            }
            if (results.merge(index, 1, Integer::sum) > 1) {
                found.add("item " + index + " has had another result");
            }
        }

        void finished(int items) {
            ends++;
            if (results.size() != items) {
                found.add("it ended after " + results.size() + " results of " + items);
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            if (computed < results.size()) {
                found.add(results.size() + " results of " + computed + " calls");
            }
            if (ends != 1) {
                found.add("it ended " + ends + " times, after " + results.size() + " results");
            }
        }

        @Override
        public List<String> found() {
            return found;
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        int places = 1 + random.nextInt(4);
        Checker checker = new Checker();
        CHECKER.set(checker);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .lostConnections(random.nextInt(3) == 0 ? 500 : 0)
                .slowWorkers(Duration.ofMillis(1 + random.nextInt(3)))
                .balance(new BalanceSettings(random.nextBoolean() ? "rotate" : "poll", 1_000, false, 0, 3), null)
                .limit(Duration.ofMinutes(1), 2_000_000)
                .codec(CODEC.get())
                .copies();
        try {
            return Judged.run(
                    builder,
                    isChecked,
                    checker,
                    word -> word == Ending.Word.FINISHED
                            || word == Ending.Word.QUIESCENT
                            || word == Ending.Word.TERMINATED_WITH_LOSS,
                    cluster -> {
                        int workers = 1 + random.nextInt(3);
                        boolean isQuiet = places == 1 || random.nextInt(3) == 0;
                        cluster.place(0).create(isQuiet ? () -> new Roving(workers) : () -> new Settled(workers));
                        trouble(cluster, random, isQuiet);
                    });
        } finally {
            CHECKER.remove();
        }
    }

    private static void trouble(SimulatedCluster cluster, SplittableRandom random, boolean isQuiet) {
        int places = cluster.cluster().members();
        for (int i = random.nextInt(6); i > 0; i--) {
            int what = isQuiet ? 0 : random.nextInt(6);
            int place = isQuiet ? 0 : 1 + random.nextInt(places - 1);
            cluster.cluster().simulation().schedule(random.nextLong(60 * MILLI), "trouble", place, () -> {
                switch (what) {
                    case 0, 1 -> cluster.join();
                    case 2 -> cluster.restart(place);
                    case 3 -> {
                        if (cluster.isAlive(place)) {
                            var unused = cluster.leave(place);
                        }
                    }
                    default -> {
                        if (cluster.isAlive(place)) {
                            cluster.crash(place);
                        }
                    }
                }
            });
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
