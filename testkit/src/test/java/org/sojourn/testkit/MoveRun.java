package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Cluster;

/**
 * Selectors that send each other numbered messages while all of them move, by themselves and by order, and the checker: per
 * sender, receiver and mailbox the numbers come in order (G1); everything is processed at most once, and exactly once or a
 * dead letter while no place is lost (G2); no selector runs as it was before a move once it has run after it (G5).
 */
final class MoveRun {
    private static final Mailbox<Numbered> FIRST = Mailbox.of("first", Numbered.class);
    private static final Mailbox<Numbered> SECOND = Mailbox.of("second", Numbered.class);
    private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
    private static final int CLOSES_EVERY = 5;
    private static final int LONGEST_PAUSE_NANOS = 500_000;

    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(MoveRun::newCodec);

    private MoveRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Numbered("", 0, 0));
        codec.encode(new Talk(List.of(), 0, 0, 0));
        codec.encode(new Next(new Talk(List.of(), 0, 0, 0)));
        codec.encode(new Open());
        codec.encode(new End());
        return codec;
    }

    /** A numbered message; the id is its own in the whole run. */
    private record Numbered(String stream, long number, int id) {}

    /** Tells a sender to talk to these, and to move now and then. */
    private record Talk(List<Handle<Object>> receivers, int rounds, int number, long salt) {}

    /** The next round, by a timer, which moves as well. */
    private record Next(Talk talk) {}

    /** Opens the first mailbox again. */
    private record Open() {}

    /** Ends a selector. */
    private record End() {}

    /** What the runs of one seed have done. */
    private static final class Checker {
        private final Map<String, Long> last = new TreeMap<>();
        private final Map<String, Integer> moves = new TreeMap<>();
        private final Set<Integer> seen = new HashSet<>();
        private final List<String> wrong = new ArrayList<>();
        private final Map<String, Long> open = new TreeMap<>();
        private int ids;
        private long sent;
        private long processed;

        int sent(String receiver) {
            sent++;
            open.merge(receiver, 1L, Long::sum);
            return ids++;
        }

        void runs(String name, int life) {
            Integer before = moves.put(name, life);
            if (before != null && before > life) {
                wrong("two instances: " + name + " runs after " + life + " moves, and had run after " + before);
            }
        }

        void processed(String name, int life) {
            processed++;
            open.merge(name, -1L, Long::sum);
            runs(name, life);
        }

        void numbered(String name, Numbered message) {
            String stream = message.stream() + " to " + name;
            Long before = last.put(stream, message.number());
            if (before != null && before >= message.number()) {
                wrong("inversion: " + stream + ": " + message.number() + " after " + before);
            }
            if (!seen.add(message.id())) {
                wrong("repeated: " + stream + ": " + message.number());
            }
        }

        void wrong(String what) {
            if (wrong.size() < 5) {
                wrong.add(what);
            }
        }
    }

    /** A sender and receiver in one, that moves. */
    private static final class Peer extends Selector<Object> {
        private final String name;
        private int life;
        private transient boolean isHere;

        Peer(String name) {
            super(FIRST, SECOND, ORDERS);
            this.name = name;
            isHere = true;
        }

        @Override
        protected void process(Object message) {
            Checker checker = CHECKER.get();
            if (message instanceof Next next) {
                checker.runs(name, life);
                talk(next.talk(), new SplittableRandom(next.talk().salt()));
                return;
            }
            checker.processed(name, life);
            if (!isHere) {
                checker.wrong("afterMove wasn't called: " + name);
            }
            if (message instanceof Talk talk) {
                talk(talk, new SplittableRandom(talk.salt()));
            } else if (message instanceof Open) {
                setEnabled(FIRST, true);
            } else if (message instanceof End) {
                exit();
            } else if (message instanceof Numbered numbered) {
                checker.numbered(name, numbered);
                if (numbered.number() % CLOSES_EVERY == 0 && isEnabled(FIRST)) {
                    setEnabled(FIRST, false);
                    checker.sent(name);
                    self().send(ORDERS, new Open());
                }
            }
        }

        private void talk(Talk talk, SplittableRandom random) {
            Checker checker = CHECKER.get();
            for (int i = 0; i < talk.receivers().size(); i++) {
                Handle<Object> each = talk.receivers().get(i);
                String receiver = "s" + i;
                each.send(FIRST, new Numbered(name + " first", talk.number(), checker.sent(receiver)));
                each.send(SECOND, new Numbered(name + " second", talk.number(), checker.sent(receiver)));
            }
            if (random.nextInt(3) == 0) {
                migrateTo(system().places().get(random.nextInt(system().places().size())));
            }
            if (talk.rounds() > 1) {
                Talk next = new Talk(talk.receivers(), talk.rounds() - 1, talk.number() + 1, random.nextLong());
                after(Duration.ofNanos(random.nextInt(LONGEST_PAUSE_NANOS)), ORDERS, new Next(next));
            }
        }

        @Override
        protected void beforeMove(Place to) {
            isHere = false;
        }

        @Override
        protected void afterMove(Place from) {
            isHere = true;
            life++;
            CHECKER.get().runs(name, life);
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        return run(seed, isChecked, false);
    }

    /** Runs one seed in which a place may be lost. */
    static String runWithCrash(long seed) {
        return run(seed, true, true);
    }

    private static String run(long seed, boolean isChecked, boolean isCrashing) {
        SplittableRandom random = new SplittableRandom(seed);
        Checker checker = new Checker();
        CHECKER.set(checker);
        int places = 2 + random.nextInt(3);
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(8)))
                .lostConnections(random.nextInt(2) * 30_000)
                .codec(CODEC.get())
                .copies() // a handle belongs to the place that sends by it
                .start()) {
            begin(cluster, checker, random, places);
            if (isCrashing) {
                int place = 1 + random.nextInt(places - 1);
                Cluster inside = cluster.cluster();
                inside.simulation().schedule(random.nextLong(20_000_000), "crash", place, () -> inside.crash(place));
            }
            Ending end = cluster.run();
            return isChecked ? judge(cluster, checker, isCrashing, places, end) : "";
        } catch (AssertionError e) {
            return isChecked ? String.join("; ", checker.wrong) + " doesn't end: " + e.getMessage() : "";
        } finally {
            CHECKER.remove();
        }
    }

    private static void begin(SimulatedCluster cluster, Checker checker, SplittableRandom random, int places) {
        List<Handle<Object>> peers = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(4); i++) {
            String name = "s" + i;
            SelectorSystem asker = cluster.place(random.nextInt(places));
            peers.add(asker.create(new Place(random.nextInt(places)), () -> new Peer(name)));
        }
        for (int i = 0; i < peers.size(); i++) {
            Handle<Object> each = peers.get(i);
            checker.sent("s" + i);
            each.send(ORDERS, new Talk(peers, 5 + random.nextInt(20), 0, random.nextLong()));
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            Handle<Object> moved = peers.get(random.nextInt(peers.size()));
            Place to = new Place(random.nextInt(places));
            later(cluster, random, random.nextInt(places), system -> {
                if (system.places().contains(to)) {
                    system.move(moved, to);
                }
            });
        }
        if (random.nextInt(3) == 0) {
            int one = random.nextInt(peers.size());
            later(cluster, random, 0, system -> {
                checker.sent("s" + one);
                peers.get(one).send(ORDERS, new End());
            });
        }
    }

    /** An outside source does something, which keeps the run open until then. */
    private static void later(
            SimulatedCluster cluster, SplittableRandom random, int by, Consumer<SelectorSystem> does) {
        SelectorSystem system = cluster.place(by);
        KeepAlive open = cluster.place(0).keepAlive();
        cluster.cluster().simulation().schedule(random.nextLong(10_000_000), "source", by, () -> {
            does.accept(system);
            open.close();
        });
    }

    private static String judge(
            SimulatedCluster cluster, Checker checker, boolean isCrashing, int places, Ending ending) {
        long dead = 0;
        for (int i = 0; i < places; i++) {
            dead += cluster.deadLetters(i);
        }
        List<String> wrong = new ArrayList<>(checker.wrong);
        if (isCrashing) {
            if (checker.sent < checker.processed) {
                wrong.add("repeated: " + checker.sent + " sent, " + checker.processed + " processed");
            }
        } else if (checker.sent != checker.processed + dead) {
            wrong.add("lost or repeated: " + checker.sent + " sent, " + checker.processed + " processed, " + dead
                    + " dead letters; open: " + checker.open);
        }
        boolean isWell = ending.word() == Ending.Word.QUIESCENT || ending.word() == Ending.Word.FINISHED;
        if (!isWell && !(isCrashing && ending.word() == Ending.Word.TERMINATED_WITH_LOSS)) {
            wrong.add(ending.word() + " " + ending.sentences());
        }
        return String.join("; ", wrong);
    }

    /**
     * Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is.
     */
    static String search(long most, boolean isChecked) {
        for (long seed = 1; seed <= most; seed++) {
            String wrong = run(seed, isChecked, false);
            if (!wrong.isEmpty()) {
                return "seed " + seed + " " + wrong;
            }
        }
        return "";
    }
}
