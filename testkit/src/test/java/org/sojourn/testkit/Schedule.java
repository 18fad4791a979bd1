package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.FourCounter;
import org.sojourn.kernel.quiesce.Termination.Detector;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Cluster;

/**
 * One seeded schedule for termination detection: a small random program on a small random cluster, and two oracles that
 * share nothing with the detector. The program keeps a ledger of what it has sent and processed; the cluster sees
 * workers and packets.
 */
final class Schedule {
    /** What the program of the current thread has done, at all places. */
    static final class Ledger {
        long sent;
        long processed;
        long asked;
        long constructed;
    }

    private static final ThreadLocal<Ledger> LEDGER = ThreadLocal.withInitial(Ledger::new);

    /** Clusters of one thread share a codec, whose classes are numbered in one order before any run. */
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(Schedule::newCodec);

    private static final long REDIALS_NANOS = Duration.ofMinutes(1).toNanos();

    /** Something happens to a place within so long. */
    private static final long TROUBLE_NANOS = 10_000_000;

    /** Every view has come to all by then. */
    private static final long VIEW_NANOS = 50_000_000;

    /** What happens to a place meanwhile. */
    enum Trouble {
        NONE,
        /** It is lost. */
        CRASH,
        /** It is lost and started anew; work begins from there, too. */
        RESTART,
        /** It does nothing for less than the silence bound. */
        PAUSE,
        /** It is cut off for less than the silence bound. */
        PARTITION;

        boolean isLosing() {
            return this == CRASH || this == RESTART;
        }
    }

    private Schedule() {}

    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Work(0, 0, List.of()));
        return codec;
    }

    /** Something to do. */
    record Work(int fuel, long salt, List<Handle<Object>> known) {}

    /** A question, answered after some more work. */
    record Ask(int fuel, long salt, ReplyTo<Integer> asker) {}

    /** Creates, sends, asks, exits, as its messages' salt says. */
    static final class Node extends Actor<Object> {
        private static final int KNOWN = 3;

        Node() {
            LEDGER.get().constructed++;
        }

        @Override
        protected void process(Object message) {
            LEDGER.get().processed++;
            if (message instanceof Work work) {
                act(work.fuel(), random(work.salt()), work.known());
            } else if (message instanceof Ask ask) {
                act(ask.fuel(), random(ask.salt()), List.of());
                ask.asker().reply(ask.fuel());
            }
        }

        private void act(int fuel, RandomGenerator random, List<Handle<Object>> known) {
            int more = fuel == 0 ? 0 : random.nextInt(3);
            for (int i = 0; i < more; i++) {
                step(fuel - 1, random, known);
            }
            if (random.nextInt(3) == 0) {
                exit();
            }
        }

        private void step(int fuel, RandomGenerator random, List<Handle<Object>> known) {
            List<Handle<Object>> more = new ArrayList<>(known);
            if (more.size() < KNOWN) {
                more.add(self());
            }
            Handle<Object> to;
            if (known.isEmpty() || random.nextInt(2) == 0) {
                to = node(system(), new Place(random.nextInt(system().places().size())));
                if (random.nextInt(2) == 0 && !known.isEmpty()) {
                    // Somebody else learns of it, perhaps before it exists.
                    more.set(0, to);
                    to = known.get(random.nextInt(known.size()));
                }
            } else {
                to = known.get(random.nextInt(known.size()));
            }
            if (random.nextInt(4) == 0) {
                LEDGER.get().sent++;
                Handle<Object> next = self();
                long salt = random.nextLong();
                to.<Integer>request(asker -> new Ask(fuel, random.nextLong(), asker), Duration.ofDays(1))
                        .thenAccept(answer -> send(next, new Work(Math.min(fuel, 1), salt, List.of())));
            } else {
                send(to, new Work(fuel, random.nextLong(), List.copyOf(more)));
            }
        }
    }

    private static RandomGenerator random(long salt) {
        return new java.util.SplittableRandom(salt);
    }

    private static Handle<Object> node(SelectorSystem system, Place place) {
        LEDGER.get().asked++;
        return system.create(place, Node::new);
    }

    private static void send(Handle<Object> to, Work work) {
        LEDGER.get().sent++;
        to.send(work);
    }

    /**
     * Runs one schedule.
     *
     * @param seed decides everything
     * @param detector decides about termination
     * @param isChecked whether the oracles are asked
     * @param trouble what happens on the way
     * @return what is wrong, or null
     */
    static @Nullable String run(long seed, Supplier<Detector> detector, boolean isChecked, Trouble trouble) {
        return run(seed, detector, isChecked, trouble, "");
    }

    private static @Nullable String run(
            long seed, Supplier<Detector> detector, boolean isChecked, Trouble trouble, String policies) {
        RandomGenerator random = random(seed);
        LEDGER.remove();
        Cluster cluster = new Cluster(SimulatedCluster.builder()
                .places(2 + random.nextInt(3))
                .workers(1 + random.nextInt(2))
                .seed(seed)
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(9)))
                .lostConnections(random.nextInt(4) == 0 ? 50_000 : 0)
                .refusedConnections(random.nextInt(4) == 0 ? 200_000 : 0)
                .codec(CODEC.get())
                .policies(policies)
                .detector(detector)
                .limit(Duration.ofNanos(REDIALS_NANOS), 1_000_000)
                .settings());
        start(cluster, random, 0);
        prepare(cluster, random, trouble);
        cluster.mainReturned();
        try {
            cluster.run(cluster::isAnnounced);
        } catch (AssertionError e) {
            return "missed: " + e.getMessage();
        }
        if (trouble.isLosing()) {
            // What the lost place knew is gone, and a view that comes after everything is quiet begins the waves anew.
            return cluster.falseness().isEmpty() ? null : "false: announced while " + cluster.falseness();
        }
        return isChecked ? judge(cluster) : null;
    }

    /** From a place, some work begins at any. */
    private static void start(Cluster cluster, RandomGenerator random, int from) {
        for (int starts = 1 + random.nextInt(3); starts > 0; starts--) {
            send(
                    node(cluster.selectors(from), new Place(random.nextInt(cluster.members()))),
                    new Work(2 + random.nextInt(4), random.nextLong(), List.of()));
        }
    }

    private static void prepare(Cluster cluster, RandomGenerator random, Trouble trouble) {
        if (trouble == Trouble.NONE) {
            return;
        }
        int place = 1 + random.nextInt(cluster.members() - 1);
        long begins = random.nextLong(TROUBLE_NANOS);
        long ends = begins + random.nextLong(TROUBLE_NANOS << random.nextInt(8));
        switch (trouble) {
            case CRASH -> at(cluster, begins, () -> cluster.crash(place));
            case RESTART -> {
                KeepAlive open = cluster.selectors(0).keepAlive();
                at(cluster, begins, () -> cluster.crash(place));
                at(cluster, ends, () -> {
                    cluster.restart(place);
                    start(cluster, random, place);
                });
                // Not before the init place knows whom the work belongs to.
                at(cluster, ends + VIEW_NANOS, open::close);
            }
            case PAUSE -> {
                at(cluster, begins, () -> cluster.pause(place));
                at(cluster, ends, () -> cluster.resume(place));
            }
            default -> {
                at(cluster, begins, () -> {
                    for (int other = 0; other < cluster.members(); other++) {
                        cluster.block(place, other);
                        cluster.block(other, place);
                    }
                });
                at(cluster, ends, cluster::heal);
            }
        }
    }

    private static void at(Cluster cluster, long nanos, Runnable happens) {
        cluster.simulation().schedule(nanos, "trouble", 0, happens);
    }

    /** With the shipped detector. */
    static @Nullable String run(long seed, Trouble trouble) {
        return run(seed, FourCounter::new, true, trouble);
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(
                most, seed -> Objects.requireNonNullElse(run(seed, FourCounter::new, isChecked, Trouble.NONE), ""));
    }

    /** With the shipped detector, all parts run by a policy that a room has added. */
    static @Nullable String runByARoom(long seed, boolean isChecked) {
        return run(seed, FourCounter::new, isChecked, Trouble.NONE, seed % 2 == 0 ? "ROUND_ROBIN" : "RANDOM");
    }

    /** As {@link #search}, with {@link #runByARoom}. */
    static String searchByARoom(long most, boolean isChecked) {
        return Fault.first(most, seed -> Objects.requireNonNullElse(runByARoom(seed, isChecked), ""));
    }

    private static @Nullable String judge(Cluster cluster) {
        if (!cluster.falseness().isEmpty()) {
            return "false: announced while " + cluster.falseness();
        }
        if (cluster.wavesSinceQuiet() > 2) {
            return "late: " + cluster.wavesSinceQuiet() + " waves were begun after everything was quiet";
        }
        Ledger ledger = LEDGER.get();
        long dead = 0;
        for (int i = 0; i < cluster.members(); i++) {
            dead += cluster.kernel(i).site().deadLetters().total();
        }
        long missing = ledger.sent - ledger.processed - dead;
        // Answers may be dead letters as well, so more dead letters than messages may be counted.
        if (missing > 0 || ledger.asked != ledger.constructed) {
            return "false: announced while " + missing + " messages and " + (ledger.asked - ledger.constructed)
                    + " creations were on their way";
        }
        return null;
    }
}
