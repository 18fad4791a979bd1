package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.testkit.simulation.Cluster;

/**
 * {@link Counter}s on a simulated cluster under one seed. It is judged what is promised for whatever moves: numbers come in the order
 * in which they were sent, each once, and none is lost but with a place; of each counter there is one instance, in epochs that no two
 * places know differently ({@link EpochChain}); and a run ends when, and not before, all is done.
 */
final class CounterRun implements Judged.Checker {
    private static final int STEPS = 40;
    private static final int MOST_STRAYS = 10;
    private static final Duration FASTEST = Duration.ofNanos(5_000);
    private static final long SHORTEST_NANOS = 20_000;
    private static final long LONGEST_NANOS = 5_000_000;

    /** What a counter does next: it hops to a place, or sends to a counter, each by its number. */
    record Step(boolean isHop, int whereTo) {}

    private final List<List<Step>> scripts = new ArrayList<>();
    private final List<Name> names = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final List<Counters> places = new ArrayList<>();
    private final Map<Integer, Counter> running = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final boolean[] hasExited;
    private int strays;
    private int lost = -1;

    CounterRun(SplittableRandom random, int counters, int places) {
        this.hasExited = new boolean[counters];
        for (int i = 0; i < counters; i++) {
            List<Step> script = new ArrayList<>();
            for (int step = random.nextInt(STEPS); step >= 0; step--) {
                boolean isHop = random.nextInt(4) == 0;
                script.add(new Step(isHop, random.nextInt(isHop ? places : counters)));
            }
            scripts.add(script);
        }
    }

    /** Says what is wrong, or nothing. */
    static String run(long seed, boolean isLosing, String balance) {
        return run(seed, isLosing, balance, true);
    }

    private static String run(long seed, boolean isLosing, String balance, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        int places = 2 + random.nextInt(3) + (isLosing ? 1 : 0);
        CounterRun run = new CounterRun(random, 2 + random.nextInt(6), places);
        long longest = SHORTEST_NANOS << random.nextInt(8);
        SimulatedCluster.Builder cluster = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(FASTEST, Duration.ofNanos(longest))
                .lostConnections(random.nextInt(2) * 30_000)
                .silence(Troubles.SILENCE)
                .balance(BalanceSettings.of(balance), null)
                .forgets(Duration.ofNanos(Math.max(SHORTEST_NANOS, longest >> random.nextInt(4))))
                .guests(kernel -> run.places.add(new Counters(run, kernel)))
                .codec(Traffic.codec());
        return Judged.run(cluster, isChecked, run, run::endsWell, started -> run.begin(started, random, isLosing));
    }

    private void begin(SimulatedCluster cluster, SplittableRandom random, boolean isLosing) {
        cluster.cluster().packets().tap(new EpochChain(cluster.cluster(), place -> place == lost, wrong::add));
        List<Counter> all = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            members.add(cluster.cluster().kernel(place).site().self());
        }
        for (int i = 0; i < scripts.size(); i++) {
            Counter counter = places.get(random.nextInt(places.size())).create(i);
            names.add(counter.name());
            all.add(counter);
        }
        all.forEach(Counter::start);
        if (!isLosing && random.nextBoolean()) {
            for (int i = 0; i < MOST_STRAYS; i++) {
                stray(cluster.cluster(), random);
            }
        }
        if (isLosing) {
            int place = 1 + random.nextInt(places.size() - 1);
            cluster.cluster().simulation().schedule(random.nextLong(LONGEST_NANOS), "crash", place, () -> {
                lost = place;
                running.values().removeIf(each -> true);
                cluster.crash(place);
            });
        }
    }

    /** Has a place send to a counter what is for parts: a message, and an order to exit. The run goes on until then. */
    private void stray(Cluster cluster, SplittableRandom random) {
        int place = random.nextInt(places.size());
        Name to = names.get(random.nextInt(names.size()));
        Kernel kernel = cluster.kernel(place);
        strays++;
        kernel.site().hold();
        cluster.simulation().schedule(random.nextLong(LONGEST_NANOS), "stray", place, () -> {
            Target counter = kernel.parts().locate(to, to.birthplace());
            counter.send(Cell.BY_TYPE, "stray", null);
            counter.signal(new Signal.Command(Signal.Command.Order.STOP));
            kernel.site().release();
        });
    }

    private boolean endsWell(Ending.Word word) {
        return lost < 0
                ? word == Ending.Word.FINISHED
                : word == Ending.Word.TERMINATED_WITH_LOSS
                        || word == Ending.Word.QUIESCENT
                        || word == Ending.Word.FINISHED;
    }

    // ---- what counters ask ----------------------------------------------------------------------------------------

    int counters() {
        return scripts.size();
    }

    Name name(int counter) {
        return names.get(counter);
    }

    Member member(int place) {
        return members.get(place);
    }

    @Nullable
    Step step(int counter, int number) {
        List<Step> script = scripts.get(counter);
        return number < script.size() ? script.get(number) : null;
    }

    /** Whether a counter has got all that it will. */
    boolean isOver(int counter, int[] got) {
        for (int sender = 0; sender < got.length; sender++) {
            if (got[sender] < due(sender, counter)) {
                return false;
            }
        }
        return true;
    }

    private long due(int sender, int counter) {
        return scripts.get(sender).stream()
                .filter(each -> !each.isHop() && each.whereTo() == counter)
                .count();
    }

    // ---- what they tell -------------------------------------------------------------------------------------------

    void enters(Counter counter, int id) {
        Counter other = running.putIfAbsent(id, counter);
        if (other != null) {
            wrong.add("two instances: " + counter + " runs while it runs elsewhere");
        }
    }

    void leaves(Counter counter, int id) {
        running.remove(id, counter);
    }

    void got(int counter, Counters.Count count, int expected) {
        if (count.number < expected || lost < 0 && count.number > expected) {
            wrong.add("inversion: counter " + counter + " gets " + count.number + " of " + count.sender
                    + " and expects " + expected);
        }
    }

    void undelivered(Counters.Count count, DeadLetters.Cause cause) {
        if (lost < 0) {
            wrong.add("undelivered: " + count.number + " of " + count.sender + ", " + cause);
        }
    }

    void exited(int counter) {
        hasExited[counter] = true;
    }

    @Override
    public void end(SimulatedCluster cluster, Ending ending) {
        for (int i = 0; i < hasExited.length && lost < 0; i++) {
            if (!hasExited[i]) {
                wrong.add("lost: counter " + i + " hasn't got all when the run ends");
            }
        }
        if (lost >= 0) {
            return;
        }
        long dead = 0;
        for (Counters each : places) {
            if (each.alive.get() != 0) {
                wrong.add(each.alive + " counters are said to live at " + each.site.self());
            }
            dead += each.site.deadLetters().total();
        }
        if (dead != strays) {
            wrong.add("undelivered: of " + strays + " messages for parts that came to counters, " + dead
                    + " are dead letters");
        }
    }

    @Override
    public List<String> found() {
        return wrong;
    }

    // ---- for faulty kernels ---------------------------------------------------------------------------------------

    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, false, "none", isChecked));
    }

    static String searchLosing(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, true, "none", isChecked));
    }

    static String searchBalanced(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, false, "rotate", isChecked));
    }
}
