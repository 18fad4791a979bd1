package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Packets;

/**
 * Work that begins at one place and is balanced over several, and the checker: a tree of selectors, each of which is constructed
 * once, comes to the right sum; selectors that talk keep the order of their messages, each of which is processed once;
 * what can't move doesn't; places keep to their budget; and when nothing is left to do they are silent.
 */
final class BalanceRun {
    /** Moves a second of each place: few, so that it is felt, or plenty. */
    private static final int[] BUDGETS = {100, 20_000};

    private static final Duration STEP = Duration.ofMillis(20);
    private static final int STEPS = 25;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long PAUSE_NANOS = 200_000;

    /** In one seed of so many the chains of epochs are asserted, which takes time where there are many selectors. */
    private static final int CHAIN_EVERY = 20;

    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(BalanceRun::newCodec);

    /** Under {@code rotate} parts move after each message in one run of so many, which takes long, and else after so many messages. */
    private static final int OFTEN = 8;

    private static final int SELDOM = 16;

    private BalanceRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Numbered("", 0));
        codec.encode(new Talk(List.of(), 0, 0));
        return codec;
    }

    /** A numbered message of a sender. */
    private record Numbered(String sender, int number) {}

    /** Has a selector talk to these. */
    private record Talk(List<Handle<Object>> to, int rounds, int number) {}

    /** What the runs of one seed have done. */
    private static final class Checker implements Judged.Checker {
        private final boolean isCrashing;
        private final Set<String> constructed = new HashSet<>();
        private final Map<String, Integer> last = new TreeMap<>();
        private final List<String> wrong = new ArrayList<>();
        private long sum = -1;
        private long sent;
        private long processed;
        private long moves;

        /** What the tree comes to. */
        private long expected;

        Checker(boolean isCrashing) {
            this.isCrashing = isCrashing;
        }

        void constructed(String path) {
            if (!constructed.add(path)) {
                wrong("constructed twice: " + path);
            }
        }

        void numbered(String receiver, Numbered message) {
            processed++;
            String stream = message.sender() + " to " + receiver;
            Integer before = last.put(stream, message.number());
            if (before != null && before >= message.number()) {
                wrong("inversion: " + stream + ": " + message.number() + " after " + before);
            }
        }

        void wrong(String what) {
            if (wrong.size() < 5) {
                wrong.add(what);
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            moves = ending.reports().values().stream()
                    .mapToLong(PlaceReport::moves)
                    .sum();
            if (!isCrashing && sum != expected) {
                wrong.add("sum: " + sum + " instead of " + expected);
            }
            if (isCrashing ? sent < processed : sent != processed) {
                wrong.add("lost or repeated: " + sent + " sent, " + processed + " processed");
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    /** Adds up what the nodes below it have, which its constructor or its first message has created. */
    private static final class Node extends Actor<Object> {
        private static final int BRANCHES = 3;

        private final String path;
        private final int depth;
        private final Handle<Object> parent;
        private long sum;
        private int answers;

        Node(String path, int depth, Handle<Object> parent) {
            this.path = path;
            this.depth = depth;
            this.parent = parent;
            CHECKER.get().constructed(path);
        }

        @Override
        protected void preStart() {
            if (depth == 0) {
                parent.send(1L);
                exit();
            } else if (depth % 2 == 0) {
                divide();
            } else {
                self().send("divide");
            }
        }

        private void divide() {
            Handle<Object> self = self();
            int below = depth - 1;
            for (int i = 0; i < BRANCHES; i++) {
                String child = path + i;
                create(() -> new Node(child, below, self));
            }
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Long part) {
                sum += part;
                answers++;
                if (answers == BRANCHES) {
                    parent.send(sum);
                    exit();
                }
            } else {
                divide();
            }
        }
    }

    /** Gets the sum. */
    private static final class Sum extends Actor<Object> {
        @Override
        protected void process(Object message) {
            CHECKER.get().sum = (Long) message;
            exit();
        }
    }

    /** Talks to others of its like. */
    private static class Peer extends Selector<Object> {
        private final String name;

        Peer(String name) {
            super(1);
            this.name = name;
        }

        @Override
        protected void process(Object message) {
            Checker checker = CHECKER.get();
            if (message instanceof Numbered numbered) {
                checker.numbered(name, numbered);
            } else if (message instanceof Talk talk) {
                for (Handle<Object> each : talk.to()) {
                    checker.sent++;
                    each.send(0, new Numbered(name, talk.number()));
                }
                if (talk.rounds() > 1) {
                    Talk next = new Talk(talk.to(), talk.rounds() - 1, talk.number() + 1);
                    if (talk.number() % 4 == 0) {
                        after(Duration.ofNanos(PAUSE_NANOS), next);
                    } else {
                        self().send(0, next);
                    }
                }
            }
        }
    }

    /** One that stays. */
    @Immovable("it holds a file of its place")
    private static final class Anchor extends Peer {
        Anchor(String name) {
            super(name);
        }

        @Override
        protected void afterMove(Place from) {
            CHECKER.get().wrong("moved though immovable: from " + from);
        }
    }

    /** One whose state can't travel. */
    private static final class Bound extends Peer {
        private final Thread[] threads = {Thread.currentThread()};
        private int asked;

        Bound(String name) {
            super(name);
        }

        @Override
        protected void beforeMove(Place to) {
            asked++;
            if (asked > 1) {
                CHECKER.get().wrong("asked twice: one that can't move, in " + threads.length + " thread");
            }
        }
    }

    /** Runs one seed under a policy; says what is wrong, or nothing. */
    static String run(String policy, long seed, boolean isChecked) {
        return run(policy, seed, isChecked, new Checker(false));
    }

    /** Runs one seed under a policy in which a place is lost. */
    static String runWithCrash(String policy, long seed, boolean isChecked) {
        return run(policy, seed, isChecked, new Checker(true));
    }

    /** Runs one seed under a policy; says how often selectors have moved. */
    static long moves(String policy, long seed) {
        Checker checker = new Checker(false);
        run(policy, seed, true, checker);
        return checker.moves;
    }

    private static String run(String policy, long seed, boolean isChecked, Checker checker) {
        SplittableRandom random = new SplittableRandom(seed);
        CHECKER.set(checker);
        int places = 2 + random.nextInt(3);
        int budget = BUDGETS[random.nextInt(BUDGETS.length)];
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(2))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(6)))
                .lostConnections(random.nextInt(2) * 30_000)
                .codec(CODEC.get())
                .copies() // a handle belongs to the place that sends by it
                .slowWorkers(Duration.ofMillis(4))
                .balance(new BalanceSettings(policy, budget, false, 0, seed % OFTEN == 0 ? 1 : SELDOM), null);
        int depth = 5 + random.nextInt(3);
        checker.expected = Math.round(Math.pow(Node.BRANCHES, depth));
        try {
            return Judged.run(
                    builder,
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT
                            || checker.isCrashing && word == Ending.Word.TERMINATED_WITH_LOSS,
                    cluster -> {
                        if (seed % CHAIN_EVERY == 0) {
                            Cluster inside = cluster.cluster();
                            inside.packets().tap(new EpochChain(inside, inside::hasEnded, checker::wrong));
                        }
                        begin(cluster, random, depth);
                        if (checker.isCrashing) {
                            crash(cluster.cluster(), 1 + random.nextInt(places - 1), random.nextLong(10_000_000));
                        } else if (seed % 2 == 0) {
                            watch(cluster, checker, places, budget);
                        } // else nothing holds the run open when the work is done
                    });
        } finally {
            CHECKER.remove();
        }
    }

    private static void crash(Cluster cluster, int place, long nanos) {
        cluster.simulation().schedule(nanos, "crash", place, () -> cluster.crash(place));
    }

    /** Everything begins at the init place. */
    private static void begin(SimulatedCluster cluster, SplittableRandom random, int depth) {
        Handle<Object> sum = cluster.place(0).create(Sum::new);
        List<Handle<Object>> peers = new ArrayList<>();
        for (int i = 0; i < 3 + random.nextInt(4); i++) {
            String name = "s" + i;
            peers.add(
                    switch (i) {
                        case 0 -> cluster.place(0).create(() -> new Anchor(name));
                        case 1 -> cluster.place(0).create(() -> new Bound(name));
                        default -> cluster.place(0).create(() -> new Peer(name));
                    });
        }
        cluster.place(0).create(() -> new Node("", depth, sum));
        for (Handle<Object> each : peers) {
            each.send(0, new Talk(peers, 50 + random.nextInt(100), 0));
        }
    }

    /** Looks, as time passes, whether places keep to their budget, and whether they fall silent when the work is done. */
    private static void watch(SimulatedCluster cluster, Checker checker, int places, int budget) {
        KeepAlive open = cluster.place(0).keepAlive();
        watchBudget(cluster.cluster(), checker, places, budget);
        cluster.advance(Duration.ofSeconds(3));
        Packets packets = cluster.cluster().packets();
        long before = packets.aboutBalance();
        cluster.advance(Duration.ofSeconds(2));
        if (packets.aboutBalance() != before) {
            checker.wrong("not silent: " + (packets.aboutBalance() - before) + " packets in 2 s without work");
        }
        open.close();
    }

    /** A tenth of a second's moves are allowed at once, and the rest as it comes. */
    private static void watchBudget(Cluster cluster, Checker checker, int places, int budget) {
        for (int step = 0; step < STEPS; step++) {
            cluster.advance(STEP.toNanos());
            double allowed = budget / 10.0 + budget * (cluster.simulation().nanoTime() / NANOS_PER_SECOND);
            for (int place = 0; place < places; place++) {
                long moves = cluster.kernel(place).parts().census().moves();
                if (moves > allowed) {
                    checker.wrong("budget: " + moves + " moves of p" + place + ", where " + allowed + " are allowed");
                }
            }
        }
    }

    /** Runs the seeds 1 to {@code most} under each policy, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> ofAny(policy -> run(policy, seed, isChecked)));
    }

    /** The same with a place that is lost. */
    static String searchLosing(long most, boolean isChecked) {
        return Fault.first(most, seed -> ofAny(policy -> runWithCrash(policy, seed, isChecked)));
    }

    /** What the first policy says under which something is wrong. */
    private static String ofAny(UnaryOperator<String> run) {
        for (String policy : List.of("poll", "measure", "rotate")) {
            String wrong = run.apply(policy);
            if (!wrong.isEmpty()) {
                return policy + ": " + wrong;
            }
        }
        return "";
    }
}
