package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Reduced;
import org.sojourn.selectors.ReplyTo;

/**
 * A reduction over a group whose members move, exit and lose places, and the checker: each member is asked once at most, the value holds each
 * answer once, as many as are counted, and only members are missing that had exited or moved or were created at the lost place; with
 * more than 17 places, and a loss, any may be.
 */
final class ReduceRun {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int FLAT = 17;
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC =
            ThreadLocal.withInitial(() -> SimulatedCluster.builder().newCodec());

    private ReduceRun() {}

    private record Who(ReplyTo<List<Integer>> asker) {}

    private record Go(Place to) {}

    private record Begin(Group<Object> group) {}

    private static final class Member extends Actor<Object> {
        private final int index;

        Member(Group<Object> group, int index) {
            this.index = index;
            CHECKER.get().homes.put(index, system().here());
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Who who) {
                CHECKER.get().asked.merge(index, 1, Integer::sum);
                who.asker().reply(List.of(index));
            } else if (message instanceof Go go) {
                migrateTo(go.to());
            } else {
                exit();
            }
        }
    }

    private static final class Asker extends Actor<Begin> {
        @Override
        protected void process(Begin begin) {
            ask(begin.group());
        }
    }

    private static void ask(Group<Object> group) {
        group.reduce(Who::new, ReduceRun::both, PATIENCE).whenComplete((reduced, failure) -> {
            CHECKER.get().reduced = reduced;
            CHECKER.get().failure = failure;
        });
    }

    private static List<Integer> both(List<Integer> one, List<Integer> other) {
        List<Integer> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    /** What the run of one seed has done. */
    private static final class Checker implements Judged.Checker {
        private final Map<Integer, Integer> asked = new TreeMap<>();
        private final Map<Integer, Place> homes = new HashMap<>();
        private final Set<Integer> unsteady = new HashSet<>();
        private final List<String> wrong = new ArrayList<>();
        private int size;
        private int places;
        private Place asker = new Place(0);
        private @Nullable Place lost;
        private @Nullable Reduced<List<Integer>> reduced;
        private @Nullable Throwable failure;

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            asked.forEach((index, times) -> {
                if (times > 1) {
                    wrong.add("asked again: member " + index + ", " + times + " times");
                }
            });
            if (asker.equals(lost)) {
                return;
            }
            Reduced<List<Integer>> outcome = reduced;
            if (outcome == null) {
                wrong.add("no outcome: " + failure);
                return;
            }
            List<Integer> all = outcome.answered() == 0 ? List.of() : outcome.value();
            if (all.size() != outcome.answered() || outcome.size() != size) {
                wrong.add("counted " + outcome + ", which is " + all.size() + " of " + size);
            }
            if (new HashSet<>(all).size() < all.size()) {
                wrong.add("repeated: " + all);
            }
            for (int i = 0; i < size && (lost == null || places <= FLAT); i++) {
                if (!all.contains(i) && !unsteady.contains(i) && (lost == null || livesOn(i))) {
                    wrong.add("missing: " + i + " in " + all);
                }
            }
        }

        /** Whether it was constructed, and at a place that stays. */
        private boolean livesOn(int index) {
            Place home = homes.get(index);
            return home != null && !home.equals(lost);
        }

        @Override
        public List<String> found() {
            return wrong.subList(0, Math.min(5, wrong.size()));
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked, boolean isCrashing) {
        SplittableRandom random = new SplittableRandom(seed);
        Checker checker = new Checker();
        CHECKER.set(checker);
        checker.places = random.nextInt(4) == 0 ? FLAT + 1 + random.nextInt(6) : 2 + random.nextInt(6);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(checker.places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(8)))
                .lostConnections(random.nextInt(2) * 30_000)
                .codec(CODEC.get())
                .copies();
        try {
            return Judged.run(
                    builder,
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT
                            || word == Ending.Word.FINISHED
                            || isCrashing && word == Ending.Word.TERMINATED_WITH_LOSS,
                    cluster -> begin(cluster, checker, random, isCrashing));
        } finally {
            CHECKER.remove();
        }
    }

    private static void begin(SimulatedCluster cluster, Checker checker, SplittableRandom random, boolean isCrashing) {
        int creator = random.nextInt(checker.places);
        List<Place> places = cluster.place(creator).places();
        checker.size = 1 + random.nextInt(3 * checker.places);
        Distribution placement = random.nextBoolean() ? Distribution.block(places) : Distribution.cyclic(places);
        Group<Object> group = cluster.place(creator).createGroup(checker.size, placement, Member::new);
        for (int i = random.nextInt(3); i > 0; i--) {
            int index = random.nextInt(checker.size);
            group.member(index)
                    .send(random.nextInt(3) == 0 ? "end" : new Go(places.get(random.nextInt(places.size()))));
            checker.unsteady.add(index);
        }
        if (isCrashing) {
            int place = 1 + random.nextInt(checker.places - 1);
            checker.lost = new Place(place);
            cluster.cluster()
                    .simulation()
                    .schedule(
                            random.nextLong(3_000_000),
                            "crash",
                            place,
                            () -> cluster.cluster().crash(place));
        }
        if (random.nextBoolean()) {
            checker.asker = new Place(creator);
            ask(group);
        } else {
            checker.asker = places.get(random.nextInt(places.size()));
            cluster.place(creator).create(checker.asker, Asker::new).send(new Begin(group));
        }
        checker.asker = checker.asker.equals(new Place(creator)) || !new Place(creator).equals(checker.lost)
                ? checker.asker
                : new Place(creator); // the message to the asker is lost with its sender
    }

    /** Runs the seeds 1 to {@code most}, each without and with a place that is lost, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> {
            String wrong = run(seed, isChecked, false);
            return wrong.isEmpty() ? run(seed, isChecked, true) : wrong;
        });
    }
}
