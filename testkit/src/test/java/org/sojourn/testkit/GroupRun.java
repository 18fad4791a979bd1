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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Simulation;

/**
 * Members of a group over several places that broadcast to it and send to each other, while some of them move and a place stands still
 * for a while, and the checker: what one sends to a mailbox of another comes in order, broadcast or not (G1); everything is processed at
 * most once, and exactly once or a dead letter while no place is lost (G2); and if one is lost, those who stay where they were created
 * and whose places live on get everything from each other exactly once, whatever place was between.
 */
final class GroupRun {
    private static final Mailbox<Numbered> MAIL = Mailbox.of("mail", Numbered.class);
    private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
    private static final int LONGEST_PAUSE_NANOS = 500_000;

    /** One broadcast in so many: if each were, all moves would be over before the next begins, and no mail held back. */
    private static final int PUT_ASIDE_EVERY = 4;

    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(GroupRun::newCodec);

    private GroupRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Numbered("", 0, 0));
        codec.encode(new Talk(0, 0, 0));
        codec.encode(new Next(new Talk(0, 0, 0)));
        codec.encode(new End());
        return codec;
    }

    /** A numbered message; the id is its own in the whole run, but for copies of a broadcast. */
    private record Numbered(String sender, long number, int id) {}

    /** Tells a member to talk; one in so many rounds it moves. */
    private record Talk(int rounds, int movesEvery, long salt) {}

    /** The next round, by a timer. */
    private record Next(Talk talk) {}

    /** Ends a member. */
    private record End() {}

    /** What the run of one seed has done. */
    private static final class Checker implements Judged.Checker {
        private final Map<String, Long> last = new HashMap<>();
        private final Map<String, Set<Integer>> seen = new TreeMap<>();
        private final Map<String, Place> homes = new TreeMap<>();
        private final Map<Integer, String> senders = new HashMap<>();
        private final Map<Integer, Set<String>> receivers = new HashMap<>();
        private final Set<String> moved = new TreeSet<>();
        private final List<String> wrong = new ArrayList<>();
        private int ids;
        private @Nullable Place lost;
        private long sent;
        private long processed;

        int sent(String sender, Set<String> to) {
            sent += to.size();
            senders.put(ids, sender);
            receivers.put(ids, to);
            return ids++;
        }

        void numbered(String receiver, Numbered message) {
            processed++;
            String stream = message.sender() + " to " + receiver;
            Long before = last.put(stream, message.number());
            if (before != null && before >= message.number()) {
                wrong("inversion: " + stream + ": " + message.number() + " after " + before);
            }
            if (!seen.computeIfAbsent(receiver, any -> new HashSet<>()).add(message.id())) {
                wrong("repeated: " + stream + ": " + message.number());
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            if (lost != null) {
                complete();
                return;
            }
            long dead = 0;
            for (int i = 0; i < cluster.cluster().members(); i++) {
                dead += cluster.deadLetters(i);
            }
            if (sent != processed + dead) {
                wrong.add(
                        "lost or repeated: " + sent + " sent, " + processed + " processed, " + dead + " dead letters");
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }

        /** What those who are as they were have not got of each other. */
        private void complete() {
            receivers.forEach((id, all) -> all.forEach(each -> {
                if (isSteady(each)
                        && isSteady(senders.getOrDefault(id, ""))
                        && !seen.getOrDefault(each, Set.of()).contains(id)) {
                    wrong("lost: " + id + " of " + senders.get(id) + " to " + each);
                }
            }));
        }

        /** Whether it has been created, and stays all the time at a place that does. */
        private boolean isSteady(String name) {
            Place home = homes.get(name);
            return !moved.contains(name) && home != null && !home.equals(lost);
        }

        void wrong(String what) {
            if (wrong.size() < 5) {
                wrong.add(what);
            }
        }
    }

    /** A member that talks, and moves now and then. */
    private static final class Peer extends Selector<Object> {
        private final Group<Object> group;
        private final String name;
        private long number;

        Peer(Group<Object> group, int index) {
            super(MAIL, ORDERS);
            this.group = group;
            this.name = "m" + index;
            CHECKER.get().homes.put(name, system().here());
        }

        @Override
        protected void process(Object message) {
            Checker checker = CHECKER.get();
            if (message instanceof Next next) {
                talk(next.talk(), new SplittableRandom(next.talk().salt()));
            } else if (message instanceof Numbered numbered) {
                checker.numbered(name, numbered);
            } else {
                checker.processed++;
                if (message instanceof Talk talk) {
                    talk(talk, new SplittableRandom(talk.salt()));
                } else {
                    exit();
                }
            }
        }

        private void talk(Talk talk, SplittableRandom random) {
            Checker checker = CHECKER.get();
            for (int i = random.nextInt(4); i >= 0; i--) {
                if (random.nextInt(3) == 0) {
                    Set<String> all = new TreeSet<>();
                    for (int each = 0; each < group.size(); each++) {
                        all.add("m" + each);
                    }
                    group.broadcast(MAIL, new Numbered(name, number++, checker.sent(name, all)));
                } else {
                    int to = random.nextInt(group.size());
                    int id = checker.sent(name, Set.of("m" + to));
                    group.member(to).send(MAIL, new Numbered(name, number++, id));
                }
            }
            if (talk.movesEvery() > 0 && random.nextInt(talk.movesEvery()) == 0) {
                checker.moved.add(name);
                migrateTo(system().places().get(random.nextInt(system().places().size())));
            }
            if (talk.rounds() > 1) {
                Talk next = new Talk(talk.rounds() - 1, talk.movesEvery(), random.nextLong());
                after(Duration.ofNanos(random.nextInt(LONGEST_PAUSE_NANOS)), ORDERS, new Next(next));
            }
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        return run(seed, isChecked, false, false);
    }

    /** Runs one seed in which a place is lost. */
    static String runWithCrash(long seed, boolean isChecked) {
        return run(seed, isChecked, true, false);
    }

    private static String run(long seed, boolean isChecked, boolean isCrashing, boolean isPreempted) {
        SplittableRandom random = new SplittableRandom(seed);
        Checker checker = new Checker();
        CHECKER.set(checker);
        int places = 2 + random.nextInt(7);
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(8)))
                .lostConnections(random.nextInt(2) * 30_000)
                .codec(CODEC.get())
                .copies(); // a handle belongs to the place that sends by it
        try {
            return Judged.run(
                    builder,
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT
                            || word == Ending.Word.FINISHED
                            || isCrashing && word == Ending.Word.TERMINATED_WITH_LOSS,
                    cluster -> {
                        Cluster inside = cluster.cluster();
                        inside.packets().tap(new EpochChain(inside, inside::hasEnded, checker::wrong));
                        if (isPreempted) {
                            Preemption.begin(place -> putAside(inside.simulation(), checker));
                        }
                        begin(cluster, checker, random, places);
                        if (isCrashing) {
                            crash(cluster, checker, random, places);
                        }
                        if (random.nextBoolean()) {
                            pause(inside, random.nextInt(places), random);
                        }
                    });
        } finally {
            CHECKER.remove();
        }
    }

    private static void crash(SimulatedCluster cluster, Checker checker, SplittableRandom random, int places) {
        int place = 1 + random.nextInt(places - 1);
        checker.lost = new Place(place);
        Cluster inside = cluster.cluster();
        inside.simulation().schedule(random.nextLong(10_000_000), "crash", place, () -> inside.crash(place));
    }

    /** A place stands still, so that moves which have to do with it take long; nobody is told. */
    private static void pause(Cluster cluster, int place, SplittableRandom random) {
        long from = random.nextLong(LONGEST_PAUSE_NANOS * 10);
        long until = from + random.nextLong(LONGEST_PAUSE_NANOS * 10);
        cluster.simulation().schedule(from, "pause", place, () -> cluster.pause(place));
        cluster.simulation().schedule(until, "resume", place, () -> cluster.resume(place));
    }

    /** The thread of a sender is put aside in the midst of a broadcast now and then; all others go on. */
    private static void putAside(Simulation all, Checker checker) {
        if (all.nextInt(PUT_ASIDE_EVERY) == 0) {
            Meanwhile.othersGoOn(all, all.between(0, LONGEST_PAUSE_NANOS), () -> CHECKER.set(checker))
                    .forEach(checker::wrong);
        }
    }

    private static Distribution placement(SplittableRandom random, List<Place> places) {
        List<Place> some = new ArrayList<>(places);
        some.removeIf(each -> random.nextInt(4) == 0);
        List<Place> used = some.isEmpty() ? places : some;
        int salt = random.nextInt(1_000);
        return switch (random.nextInt(3)) {
            case 0 -> Distribution.block(used);
            case 1 -> Distribution.cyclic(used);
            default -> Distribution.by(index -> used.get((index * salt + index) % used.size()));
        };
    }

    private static void begin(SimulatedCluster cluster, Checker checker, SplittableRandom random, int places) {
        int creator = random.nextInt(places);
        Distribution placement = placement(random, cluster.place(creator).places());
        int size = 1 + random.nextInt(2 * places + 2);
        Group<Object> group = cluster.place(creator).createGroup(size, placement, Peer::new);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int index = random.nextInt(size);
            int movesEvery = random.nextInt(2) * (2 + random.nextInt(6));
            checker.sent += 1;
            group.member(index).send(ORDERS, new Talk(3 + random.nextInt(12), movesEvery, random.nextLong()));
        }
        if (random.nextInt(4) == 0) {
            checker.sent += 1;
            int index = random.nextInt(size);
            checker.moved.add("m" + index);
            group.member(index).send(ORDERS, new End());
        }
    }

    /** Runs the seeds 1 to {@code most}, each without and with a place that is lost, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> {
            String wrong = run(seed, isChecked);
            return wrong.isEmpty() ? runWithCrash(seed, isChecked) : wrong;
        });
    }

    /**
     * Runs the seeds 1 to {@code most} in a kernel that has {@link Preemption#HERE} somewhere, and says for the first that is wrong
     * what is.
     */
    static String searchPreempted(long most, boolean isChecked) {
        try {
            return Fault.first(most, seed -> run(seed, isChecked, false, true));
        } finally {
            Preemption.end();
        }
    }

    /** The same with a place that is lost only. */
    static String searchLosing(long most, boolean isChecked) {
        return Fault.first(most, seed -> runWithCrash(seed, isChecked));
    }
}
