package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.sched.Substitutes;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.testkit.simulation.Simulation;

/**
 * Selectors that send each other numbered messages, some of which take seconds: then others take the places of the workers. Whatever waits
 * for a worker goes on meanwhile, and the run doesn't end before the last such turn has. Each message is processed once, in order, also
 * what was sent in such a turn, and no selector is entered twice.
 */
final class StallRun {
    private static final int SELECTORS = 6;
    private static final int ROUNDS = 12;

    /** So many messages take long, at most: each is a thread of this JVM. */
    private static final int STALLS = 4;

    private static final long LOOK_NANOS = 100_000_000;

    /** A turn that takes so long keeps nobody waiting. */
    private static final long PATIENCE = 2_000_000_000L;

    /** Of the simulation that this thread runs. */
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();

    private StallRun() {}

    private record Neighbours(List<Handle<Object>> all) {}

    private record Go(int left) {}

    private record Item(int sender, int number) {}

    private static final class Checker implements Judged.Checker {
        private final SplittableRandom random;
        private final List<String> wrong = new ArrayList<>();
        private final int[][] sent = new int[SELECTORS][SELECTORS];
        private final int[][] next = new int[SELECTORS][SELECTORS];
        private final List<Substitutes> substitutes = new ArrayList<>();
        private @Nullable SimulatedCluster cluster;
        private int stalls = STALLS;
        private long processed;

        Checker(long seed) {
            random = new SplittableRandom(seed);
        }

        void begins(SimulatedCluster made, int places) {
            cluster = made;
            for (int i = 0; i < places; i++) {
                Kernel kernel = made.cluster().kernel(i);
                substitutes.add(
                        new Substitutes(kernel.site().policies(), kernel.site().clock(), Object::toString));
            }
        }

        /** A message of some selector takes long, now and then. */
        void mayStall(int place, boolean isUrgent) {
            if (stalls == 0 || !isUrgent && random.nextInt(8) > 0) {
                return;
            }
            stalls--;
            SimulatedCluster all = Objects.requireNonNull(cluster);
            Simulation simulation = all.cluster().simulation();
            Kernel kernel = all.cluster().kernel(place);
            long nanos = 500_000_000L + random.nextLong(4_000_000_000L);
            for (long each = LOOK_NANOS; each < nanos; each += LOOK_NANOS) {
                simulation.schedule(each, "look", place, () -> {
                    kernel.site().policies().tend();
                    substitutes.get(place).look();
                });
            }
            boolean waited = kernel.site().policies().task().waiting(1) > 0;
            long before = processed;
            wrong.addAll(Meanwhile.othersGoOn(simulation, nanos, () -> CHECKER.set(this)));
            boolean waits = kernel.site().policies().task().waiting(1) > 0;
            if (nanos > PATIENCE && waited && waits && processed == before) {
                wrong.add("what waits behind a turn of " + nanos / 1_000_000 + " ms stands still");
            }
            if (all.cluster().ending() != null) {
                wrong.add("the run has ended during a turn");
            }
        }

        void processed(int receiver, Item item) {
            processed++;
            int due = next[receiver][item.sender()]++;
            if (due != item.number() && wrong.size() < 5) {
                wrong.add("out of order: " + item + " at " + receiver + " where " + due + " was due");
            }
        }

        @Override
        public void end(SimulatedCluster made, Ending ending) {
            for (int i = 0; i < SELECTORS; i++) {
                for (int j = 0; j < SELECTORS; j++) {
                    if (sent[j][i] != next[i][j]) {
                        wrong.add(i + " has processed " + next[i][j] + " of " + sent[j][i] + " from " + j);
                    }
                }
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    private static final class Node extends Actor<Object> {
        private final int index;
        private List<Handle<Object>> next = List.of();
        private boolean isInside;

        Node(int index) {
            this.index = index;
        }

        @Override
        protected void process(Object message) {
            Checker checker = CHECKER.get();
            if (isInside) {
                checker.wrong.add("entered twice");
            }
            isInside = true;
            if (message instanceof Neighbours neighbours) {
                next = neighbours.all();
            } else if (message instanceof Item item) {
                checker.processed(index, item);
                checker.mayStall(here().id(), false);
            } else if (message instanceof Go go) {
                send();
                checker.mayStall(here().id(), go.left() == 0 && index == 0);
                send();
                if (go.left() > 0) {
                    self().send(new Go(go.left() - 1));
                }
            }
            isInside = false;
        }

        private void send() {
            Checker checker = CHECKER.get();
            int to = checker.random.nextInt(SELECTORS);
            next.get(to).send(new Item(index, checker.sent[index][to]++));
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        Checker checker = new Checker(seed);
        CHECKER.set(checker);
        int places = 1 + checker.random.nextInt(2);
        try {
            return Judged.run(
                    SimulatedCluster.builder()
                            .places(places)
                            .workers(1 + checker.random.nextInt(2))
                            .seed(seed),
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT,
                    cluster -> {
                        checker.begins(cluster, places);
                        begin(cluster, places, checker.random);
                    });
        } finally {
            CHECKER.remove();
        }
    }

    private static void begin(SimulatedCluster cluster, int places, SplittableRandom random) {
        List<Handle<Object>> nodes = new ArrayList<>();
        List<ExecutionPolicy> policies =
                List.of(ExecutionPolicy.TASK, ExecutionPolicy.MONITOR, ExecutionPolicy.WORK_STEALING);
        for (int i = 0; i < SELECTORS; i++) {
            int index = i;
            nodes.add(cluster.place(0)
                    .create(
                            new Place(random.nextInt(places)),
                            policies.get(random.nextInt(policies.size())),
                            () -> new Node(index)));
        }
        nodes.forEach(each -> each.send(new Neighbours(nodes)));
        nodes.forEach(each -> each.send(new Go(ROUNDS)));
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
