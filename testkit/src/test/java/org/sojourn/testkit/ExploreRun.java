package org.sojourn.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Place;
import org.sojourn.testkit.simulation.Exploration;
import org.sojourn.testkit.simulation.Tap;

/**
 * One selector that moves from place to place, two that send to it, one of which moves as well, on three places and on two; under all
 * schedules in which few things are late ({@link Exploration}), and with a crash at each step of each packet.
 */
final class ExploreRun {
    private static final Duration PROMPT = Duration.ofNanos(50_000);
    private static final Duration LATE = Duration.ofMillis(4);
    private static final int ROUNDS = 8;
    private static final Duration HANDSHAKES = Duration.ofMillis(50);
    private static final int AGAIN = 10;

    /**
     * One schedule.
     *
     * @param places how many places there are, 2 or 3
     * @param victim the place that is lost, or 0 if none is
     * @param step at which step of all packets
     * @param deviations what is late
     */
    record Schedule(int places, int victim, int step, int[] deviations) {
        /** Reads what {@link #toString} has written. */
        static Schedule of(String text) {
            String[] parts = text.split("[/@:]", -1);
            int[] late = parts[3].isEmpty()
                    ? new int[0]
                    : Arrays.stream(parts[3].split(","))
                            .mapToInt(Integer::parseInt)
                            .toArray();
            return new Schedule(
                    Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), late);
        }

        @Override
        public String toString() {
            return places + "/" + victim + "@" + step + ":"
                    + Arrays.stream(deviations).mapToObj(String::valueOf).collect(Collectors.joining(","));
        }
    }

    /** Counts the steps of packets, asserts the chain of epochs at each, and loses the victim at one. */
    private static final class Count implements Tap {
        private final SimulatedCluster cluster;
        private final EpochChain chain;
        private final int victim;
        private final int at;
        private int steps;

        Count(SimulatedCluster cluster, int victim, int at) {
            this.cluster = cluster;
            History history = History.current();
            this.chain = new EpochChain(cluster.cluster(), history::isLostNow, history::wrong);
            this.victim = victim;
            this.at = at;
        }

        @Override
        public void packet(Step step, PacketKind kind, int from, int to) {
            chain.packet(step, kind, from, to);
            if (StepRun.KINDS.contains(kind) && steps++ == at && victim > 0) {
                TrafficRun.crash(cluster, victim);
            }
        }
    }

    private final long seed;
    private long runs;

    private ExploreRun(long seed) {
        this.seed = seed;
    }

    /**
     * Explores until something is wrong or nothing is left.
     *
     * @param seed what is drawn before the exploration begins, and by the kernels: no schedule depends on it
     * @param calm so many things are late at most in runs without a crash
     * @param crashing the same in runs with one
     * @param goesOn asked before each run
     */
    static Result explore(long seed, int calm, int crashing, BooleanSupplier goesOn) {
        ExploreRun all = new ExploreRun(seed);
        String wrong = "";
        for (int places = 3; places >= 2 && wrong.isEmpty(); places--) {
            wrong = all.explore(places, calm, crashing, goesOn);
        }
        return new Result(all.runs, wrong, all.last);
    }

    private String explore(int places, int calm, int crashing, BooleanSupplier goesOn) {
        String wrong = explore(places, 0, 0, calm, goesOn);
        boolean isReached = true;
        for (int step = 0; isReached && wrong.isEmpty(); step++) {
            isReached = false;
            for (int victim = 1; victim < places && wrong.isEmpty() && goesOn.getAsBoolean(); victim++) {
                reached = false;
                wrong = explore(places, victim, step, crashing, goesOn);
                isReached |= reached;
            }
        }
        return wrong;
    }

    /**
     * What was explored.
     *
     * @param runs how many schedules
     * @param wrong what is wrong with the last one; empty if nothing is
     * @param last the last one
     */
    record Result(long runs, String wrong, Schedule last) {}

    private Schedule last = new Schedule(3, 0, 0, new int[0]);

    private boolean reached;

    private String explore(int places, int victim, int step, int bound, BooleanSupplier goesOn) {
        Exploration schedules = new Exploration(bound);
        while (goesOn.getAsBoolean() && schedules.begin()) {
            runs++;
            last = new Schedule(places, victim, step, schedules.deviations());
            String wrong = run(last, schedules);
            if (!wrong.isEmpty()) {
                return "schedule " + last + " " + wrong;
            }
        }
        return "";
    }

    /** Runs one schedule again. */
    static String replay(Schedule schedule) {
        Exploration one = Exploration.replay(schedule.deviations());
        one.begin();
        return new ExploreRun(1).run(schedule, one);
    }

    private String run(Schedule which, Exploration schedule) {
        int count = which.places();
        SimulatedCluster.Builder places = SimulatedCluster.builder()
                .places(count)
                .seed(seed)
                .workers(1)
                .promptWorkers()
                .delays(PROMPT, LATE)
                .codec(Traffic.codec())
                .copies();
        return TrafficRun.judged(places, cluster -> {
            History history = History.current();
            Handle<Object> mover = create(cluster, 0, 1);
            Handle<Object> still = create(cluster, 1, 2 % count);
            Handle<Object> other = create(cluster, 2, 1);
            talk(history, still, 1, mover, 1);
            talk(history, other, 2, mover, 1);
            cluster.advance(HANDSHAKES);
            Count packets = new Count(cluster, which.victim(), which.step());
            cluster.cluster().packets().tap(packets);
            cluster.cluster().simulation().explore(schedule);
            talk(history, still, 1, mover, ROUNDS);
            talk(history, other, 2, mover, ROUNDS);
            later(cluster, 50_000, () -> go(history, mover, 0, 0));
            later(cluster, 150_000, () -> go(history, other, 2, 2));
            later(cluster, 300_000, () -> go(history, mover, 0, 2));
            cluster.run();
            reached = packets.steps > which.step();
        });
    }

    private static Handle<Object> create(SimulatedCluster cluster, int number, int at) {
        History.current().asked(Traffic.name(number), 0, at);
        return cluster.place(0).create(new Place(at), () -> new Traffic.Peer(Traffic.name(number)));
    }

    private static void talk(History history, Handle<Object> who, int number, Handle<Object> to, int rounds) {
        int id = history.sent("main", Traffic.name(number), "orders", 0);
        who.send(Traffic.ORDERS, new Traffic.Talk(id, List.of(to), 0, rounds, 0, Traffic.Manner.STEADY));
    }

    private static void later(SimulatedCluster cluster, long nanos, Runnable does) {
        KeepAlive open = cluster.place(0).keepAlive();
        cluster.cluster().simulation().schedule(nanos, "main", 0, () -> {
            does.run();
            open.close();
        });
    }

    private static void go(History history, Handle<Object> who, int number, int to) {
        int id = history.sent("main", Traffic.name(number), "orders", 0);
        who.send(Traffic.ORDERS, new Traffic.Go(id, to));
    }

    /** Explores with few deviations until something is wrong, at most so many schedules. */
    static String search(long most, boolean isChecked) {
        return isChecked ? search(1, most) : "";
    }

    private static String search(long seed, long most) {
        long[] left = {most};
        return explore(seed, 1, 0, () -> left[0]-- > 0).wrong();
    }

    /** Does so under each of ten seeds: what is found under each, a line for each different finding. */
    static String searchAgain(long most, boolean isChecked) {
        return !isChecked
                ? ""
                : LongStream.rangeClosed(1, AGAIN)
                        .mapToObj(seed -> search(seed, most))
                        .map(wrong -> wrong.isEmpty() ? "nothing is found" : wrong)
                        .distinct()
                        .collect(Collectors.joining("\n"));
    }
}
