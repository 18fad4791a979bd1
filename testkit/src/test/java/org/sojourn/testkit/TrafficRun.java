package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Cluster;

/** Runs {@link Traffic} on a simulated cluster under one seed, and has the {@link History} judge it. */
final class TrafficRun {
    /** Troubles begin within so long. */
    static final long LONGEST_NANOS = 20_000_000;

    /** A run in which everybody moves takes some hundred thousand events. With a planted fault places may ask each other for ever. */
    private static final long MOST_EVENTS = 1_000_000;

    private static final Duration FASTEST = Duration.ofNanos(5_000);

    /** What the slowest packet takes at least; at most as much, doubled again and again. */
    private static final long SHORTEST_NANOS = 20_000;

    private static final int SLOWNESSES = 8;

    private static final int FRESH = 2;
    private static final int FRESH_ROUNDS = 6;

    /** What happens to the places besides. */
    @FunctionalInterface
    interface Trouble {
        Trouble NONE = run -> {};
        Trouble CRASH = Troubles::crash;
        Trouble PARTITION = Troubles::partition;
        Trouble EXPULSION = Troubles::expulsion;
        Trouble PAUSE = Troubles::pause;
        Trouble STOP = Troubles::stop;
        Trouble RESTART = Troubles::restart;
        Trouble LEAVE = Troubles::leave;
        Trouble LEAVE_SLOWLY = Troubles::leaveSlowly;

        /** All but the first two. */
        List<Trouble> MIXTURE = List.of(PARTITION, EXPULSION, PAUSE, STOP, RESTART);

        /** Which of the mixture a seed has: one after the other. */
        static Trouble of(long seed) {
            return MIXTURE.get((int) (seed % MIXTURE.size()));
        }

        /** Prepares it. */
        void prepare(TrafficRun run);
    }

    private final SplittableRandom random;
    private final History history;
    private final SimulatedCluster cluster;
    private final List<Handle<Object>> peers = new ArrayList<>();

    /** Where each was asked for, by the number that the history has for it. */
    private final List<Integer> askers = new ArrayList<>();

    private TrafficRun(SplittableRandom random, History history, SimulatedCluster cluster) {
        this.random = random;
        this.history = history;
        this.cluster = cluster;
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    SplittableRandom random() {
        return random;
    }

    /** Selectors that stay where they are; says what is wrong, or nothing. */
    static String standing(long seed, String policies) {
        return standing(seed, policies, true);
    }

    private static String standing(long seed, String policies, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedCluster.Builder places = places(seed, random, 2)
                .refusedConnections(random.nextInt(2) * 200_000)
                .policies(policies);
        return run(
                random,
                places,
                isChecked,
                Trouble.NONE,
                run -> run.talk(2 * run.cluster.cluster().members(), 0));
    }

    /** Selectors that move all the time. */
    static String moving(long seed, Trouble trouble) {
        return moving(seed, true, trouble);
    }

    private static String moving(long seed, boolean isChecked, Trouble trouble) {
        return moving(seed, 2, 20, isChecked, trouble);
    }

    /** The same for a short time, on so many places at least. */
    static String movingShortly(long seed, int least, Trouble trouble) {
        return moving(seed, least, 8, true, trouble);
    }

    private static String moving(long seed, int least, int rounds, boolean isChecked, Trouble trouble) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedCluster.Builder places =
                places(seed, random, least).copies().limit(Duration.ofMinutes(10), MOST_EVENTS);
        return run(random, places, isChecked, trouble, run -> {
            run.assertChain();
            run.talk(2 + random.nextInt(4), 5 + random.nextInt(rounds));
            run.order();
            run.watch();
        });
    }

    /**
     * Selectors that move and mostly end soon, at places that forget the dead as soon as they may: they look several times while the
     * slowest packet is on its way. To look much more often than that would take most of the run, and show nothing more.
     */
    static String forgetting(long seed, Trouble trouble) {
        return forgetting(seed, true, trouble);
    }

    private static String forgetting(long seed, boolean isChecked, Trouble trouble) {
        SplittableRandom random = new SplittableRandom(seed);
        long longest = SHORTEST_NANOS << random.nextInt(SLOWNESSES);
        SimulatedCluster.Builder places = places(seed, random, 2)
                .delays(FASTEST, Duration.ofNanos(longest))
                .copies()
                .forgets(Duration.ofNanos(Math.max(SHORTEST_NANOS, longest >> random.nextInt(4))));
        return run(random, places, isChecked, trouble, run -> {
            run.assertChain();
            run.talk(3 + random.nextInt(4), 5 + random.nextInt(10));
            run.order();
            run.watch();
            run.endMost();
        });
    }

    /** Selectors that move, most of which end, while a place leaves and ways are slow. */
    static String leaving(long seed) {
        return leaving(seed, true);
    }

    private static String leaving(long seed, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        return run(random, places(seed, random, 3).copies(), isChecked, Trouble.LEAVE_SLOWLY, run -> {
            run.assertChain();
            run.talk(3 + random.nextInt(4), 5 + random.nextInt(20));
            run.order();
            run.watch();
            if (random.nextBoolean()) {
                run.endMost();
            }
        });
    }

    private void assertChain() {
        cluster.cluster().packets().tap(new EpochChain(cluster.cluster(), history::isLostNow, history::wrong));
    }

    private static SimulatedCluster.Builder places(long seed, SplittableRandom random, int least) {
        return SimulatedCluster.builder()
                .places(least + random.nextInt(3))
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(FASTEST, Duration.ofNanos(SHORTEST_NANOS << random.nextInt(SLOWNESSES)))
                .lostConnections(random.nextInt(2) * 30_000)
                .silence(Troubles.SILENCE)
                .codec(Traffic.codec());
    }

    private static String run(
            SplittableRandom random,
            SimulatedCluster.Builder places,
            boolean isChecked,
            Trouble trouble,
            Consumer<TrafficRun> program) {
        return judged(places, isChecked, cluster -> {
            TrafficRun run = new TrafficRun(random, History.current(), cluster);
            program.accept(run);
            trouble.prepare(run);
        });
    }

    /** Runs a program to its end; says what is wrong, or nothing. */
    static String judged(SimulatedCluster.Builder places, Consumer<SimulatedCluster> program) {
        return judged(places, true, program);
    }

    private static String judged(
            SimulatedCluster.Builder places, boolean isChecked, Consumer<SimulatedCluster> program) {
        History history = History.begin();
        try {
            return Judged.run(
                    places,
                    isChecked,
                    history,
                    word -> word == Ending.Word.QUIESCENT
                            || word == Ending.Word.FINISHED
                            || history.hasLost() && word == Ending.Word.TERMINATED_WITH_LOSS,
                    cluster -> {
                        for (int i = 0; i < cluster.cluster().members(); i++) {
                            attend(history, cluster, i);
                        }
                        cluster.cluster().kernel(0).site().switchboard().watch((member, cause) -> {
                            if (!cluster.cluster().isAnnounced()) {
                                history.isOut(member);
                            }
                        });
                        program.accept(cluster);
                    });
        } finally {
            History.end();
        }
    }

    /** Has the history told of a place that is in, and of its dead letters. */
    private static void attend(History history, SimulatedCluster cluster, int place) {
        Kernel kernel = cluster.cluster().kernel(place);
        int at = history.isIn(kernel.site().self());
        kernel.site().deadLetters().listener((receiver, type, message, cause) -> {
            history.dead(at, message, cause);
            return false;
        });
    }

    /** Kills a place that isn't the init place, now; idempotent. */
    static void crash(SimulatedCluster cluster, int place) {
        History.current().lost(History.current().at(place));
        cluster.crash(place);
    }

    /** The same in this run. */
    void crash(int place) {
        crash(cluster, place);
    }

    /** Whether somebody is asked for at a place from outside. */
    boolean isAsked(int place) {
        return askers.contains(place);
    }

    /** These places are as good as lost: nothing that they do from now on counts. */
    void lose(int... places) {
        for (int each : places) {
            history.lost(history.at(each));
        }
    }

    /**
     * A place that was lost is started anew; some who live there or are asked for there talk with all of whom anybody who
     * lives has a handle, and one watches them.
     */
    void restart(int place) {
        cluster.restart(place);
        history.startedAnew(place);
        attend(history, cluster, place);
        int known = 0;
        while (known < peers.size() && !history.isLost(askers.get(known))) {
            known++;
        }
        int first = peers.size();
        for (int i = 0; i < FRESH; i++) {
            List<Place> usable = cluster.place(place).places();
            int at = usable.get(random.nextInt(usable.size())).id();
            create(random.nextBoolean() ? place : at, at);
        }
        List<Handle<Object>> receivers = peers.subList(0, known == first ? peers.size() : known);
        for (int i = first; i < peers.size(); i++) {
            int id = sent(i, askers.get(i));
            peers.get(i)
                    .send(
                            Traffic.ORDERS,
                            new Traffic.Talk(
                                    id, receivers, 0, FRESH_ROUNDS, random.nextLong(), Traffic.Manner.TRAVELLING));
        }
        peers.get(first).send(Traffic.ORDERS, new Traffic.Watch(receivers, 1));
    }

    /** A place that isn't the init place; if there is one, one at which nobody was asked for. */
    int withoutHandles() {
        int members = cluster.cluster().members();
        int first = random.nextInt(members - 1);
        for (int i = 0; i < members - 1; i++) {
            int place = 1 + (first + i) % (members - 1);
            if (!askers.contains(place)) {
                return place;
            }
        }
        return 1 + first;
    }

    /** Creates selectors and has each talk to all: in so many rounds, moving between them, or, if that is 0, all at once. */
    private void talk(int count, int rounds) {
        boolean isMoving = rounds > 0;
        int places = cluster.cluster().members();
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(places);
            create(random.nextInt(places), at);
        }
        for (int i = 0; i < count; i++) {
            if (!isMoving && random.nextInt(6) == 0) {
                end(i, askers.get(i), 1 + random.nextInt(40));
            }
            int id = sent(i, askers.get(i));
            peers.get(i)
                    .send(
                            Traffic.ORDERS,
                            isMoving
                                    ? new Traffic.Talk(
                                            id, peers, 0, rounds, random.nextLong(), Traffic.Manner.TRAVELLING)
                                    : new Traffic.Talk(
                                            id,
                                            peers,
                                            0,
                                            1 + random.nextInt(30),
                                            0,
                                            random.nextInt(8) == 0
                                                    ? Traffic.Manner.LARGE_TOO
                                                    : Traffic.Manner.AT_ONCE));
        }
        if (isMoving && random.nextInt(3) == 0) {
            int one = random.nextInt(count);
            later(askers.get(one), system -> end(one, askers.get(one), 0));
        }
    }

    /** Asks for a selector at one place, to live at another; its handle goes to third ones, perhaps before it exists. */
    private void create(int asker, int at) {
        String name = Traffic.name(peers.size());
        askers.add(history.at(asker));
        history.asked(name, history.at(asker), history.at(at));
        peers.add(cluster.place(asker).create(new Place(at), () -> new Traffic.Peer(name)));
    }

    private int sent(int to, int from) {
        return history.sent("main", Traffic.name(to), "orders", from);
    }

    private void end(int who, int from, int after) {
        peers.get(who).send(Traffic.ORDERS, new Traffic.End(sent(who, from), after));
    }

    /** Orders from outside, for selectors to move. */
    private void order() {
        int places = cluster.cluster().members();
        for (int i = random.nextInt(8); i > 0; i--) {
            Handle<Object> moved = peers.get(random.nextInt(peers.size()));
            Place to = new Place(random.nextInt(places));
            later(random.nextInt(places), system -> {
                if (system.places().contains(to)) {
                    system.move(moved, to);
                }
            });
        }
    }

    /** Somebody who stays where it is watches all, from some time on, and so does one of those who move. */
    private void watch() {
        int at = random.nextInt(cluster.cluster().members());
        Handle<Object> watcher = cluster.place(at).create(() -> new Traffic.Watcher("w"));
        Traffic.Watch order = new Traffic.Watch(peers, 1 + random.nextInt(2));
        later(at, system -> watcher.send(order));
        int who = random.nextInt(peers.size());
        later(askers.get(who), system -> peers.get(who).send(Traffic.ORDERS, order));
    }

    /** Most end at some time; afterwards main goes on to send to them, from where it has asked for them. */
    private void endMost() {
        for (int i = 0; i < peers.size(); i++) {
            int who = i;
            int by = askers.get(who);
            if (random.nextInt(3) > 0) {
                int after = random.nextInt(10);
                later(by, system -> end(who, by, after));
            }
            for (int greetings = random.nextInt(4); greetings > 0; greetings--) {
                later(by, system -> peers.get(who).send(Traffic.ORDERS, new Traffic.Open(sent(who, by))));
            }
        }
    }

    /** Main greets all from where it has asked for them, and that hasn't left. */
    void greetAll() {
        for (int i = 0; i < peers.size(); i++) {
            int by = askers.get(i);
            if (!cluster.cluster().hasEnded(by)) {
                peers.get(i).send(Traffic.ORDERS, new Traffic.Open(sent(i, by)));
            }
        }
    }

    /**
     * An outside source does something, which keeps the run open until then: in half of the seeds so early that what the selectors do
     * is over only later.
     */
    private void later(int by, Consumer<SelectorSystem> does) {
        SelectorSystem system = cluster.place(by);
        KeepAlive open = cluster.place(0).keepAlive();
        Cluster inside = cluster.cluster();
        long latest = LONGEST_NANOS / (inside.simulation().seed() % 2 == 0 ? 2 : 32);
        inside.simulation().schedule(random.nextLong(latest), "source", by, () -> {
            does.accept(system);
            open.close();
        });
    }

    /** The same with everybody moving and a place that leaves. */
    static String searchLeaving(long most, boolean isChecked) {
        return Fault.first(most, seed -> moving(seed, isChecked, Trouble.LEAVE));
    }

    /** The same while ways are slow. */
    static String searchLeavingSlowly(long most, boolean isChecked) {
        return Fault.first(most, seed -> leaving(seed, isChecked));
    }

    // ---- searches for planted faults, within so many seeds
    // -----------------------------------------------------------

    /** Runs the seeds 1 to {@code most} standing still, and says for the first that is wrong what is. */
    static String searchStanding(long most, boolean isChecked) {
        return Fault.first(most, seed -> standing(seed, "", isChecked));
    }

    /** The same with everybody moving. */
    static String searchMoving(long most, boolean isChecked) {
        return Fault.first(most, seed -> moving(seed, isChecked, Trouble.NONE));
    }

    /** The same with everybody moving, and most ending. */
    static String searchForgetting(long most, boolean isChecked) {
        return Fault.first(most, seed -> forgetting(seed, isChecked, Trouble.NONE));
    }

    /** The same with a place that is lost as well. */
    static String searchForgettingAndLosing(long most, boolean isChecked) {
        return Fault.first(most, seed -> forgetting(seed, isChecked, Trouble.CRASH));
    }

    /** The same with everybody moving for a short time, and a place in trouble. */
    static String searchTroubled(long most, boolean isChecked) {
        return Fault.first(most, seed -> moving(seed, 2, 8, isChecked, Trouble.of(seed)));
    }

    /** The same with everybody moving and a place that is lost. */
    static String searchLosing(long most, boolean isChecked) {
        return Fault.first(most, seed -> moving(seed, isChecked, Trouble.CRASH));
    }
}
