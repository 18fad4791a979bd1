package org.sojourn.kernel.sched;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Workers;

/**
 * The execution policies of one place. TASK is always there; the others are made, and start threads, when first asked for.
 *
 * <p><b>Idleness.</b> The place is idle when all policies are at one instant. Each has a version that never falls, so two
 * equal sums of versions, taken while each was idle, mean that each was idle from its first look to its second, and all of
 * them between the end of the first and the beginning of the second. A policy made in between adds nothing until it is
 * used.
 */
public final class Policies {
    private static final System.Logger LOG = System.getLogger(Policies.class.getName());

    private final Workers workers;
    private final Chance chance;
    private final Runnable onIdle;
    private final WorkStealing task;
    private final Policy monitor;
    private final Policy seq;
    private final Policy plain;
    private final AtomicInteger round = new AtomicInteger();

    /** Those made later, in the order of their making. */
    private final List<Policy> made = new CopyOnWriteArrayList<>();

    /**
     * Makes the policies; nothing runs before {@link #start}.
     *
     * @param workers the threads
     * @param chance picks victims and queues
     * @param clock measures turns
     * @param onIdle told each time when all policies may have become idle; must be short
     */
    public Policies(Workers workers, Chance chance, Clock clock, Runnable onIdle) {
        this.workers = workers;
        this.chance = chance;
        this.onIdle = () -> {
            if (idleStamp() >= 0) {
                onIdle.run();
            }
        };
        this.task = new WorkStealing(workers, chance, clock, this.onIdle);
        this.monitor = new Calling("MONITOR", false, task);
        this.seq = new Calling("SEQ", true, task);
        this.plain = new PlainStealing(task);
    }

    /** Starts the workers. */
    public void start() {
        task.start();
    }

    /** Stops all threads after their present task. */
    public void stop() {
        task.stop();
    }

    /**
     * Returns the default: work-stealing workers, and inline sends where they are short.
     *
     * @return TASK
     */
    public WorkStealing task() {
        return task;
    }

    /**
     * Returns a platform thread for each task.
     *
     * @return THREAD; beyond {@link Bound#OWN_THREADS} threads, tasks that have none yet are run as by TASK, which is logged
     */
    public Policy thread() {
        return made("THREAD", () -> new OwnThreads(workers, task, onIdle));
    }

    /**
     * Returns a virtual thread for each task that is ready.
     *
     * @return VIRTUAL; THREAD, with a warning, where the JVM has no virtual threads: what may block under the one may under
     *     the other
     */
    public Policy virtual() {
        String lacks = workers.lacksVirtual();
        if (lacks == null) {
            return made("VIRTUAL", () -> new VirtualThreads(workers, onIdle));
        }
        if (find("THREAD") == null) {
            LOG.log(WARNING, "policy VIRTUAL is THREAD here: {0}", lacks);
        }
        return thread();
    }

    /**
     * Returns the sender's stack, within bounds of depth and time.
     *
     * @return MONITOR
     */
    public Policy monitor() {
        return monitor;
    }

    /**
     * Returns the sender's stack, within a bound of depth.
     *
     * @return SEQ
     */
    public Policy seq() {
        return seq;
    }

    /**
     * Returns a pool whose queues are filled in turn.
     *
     * @return ROUND_ROBIN
     */
    public Policy roundRobin() {
        return made(
                "ROUND_ROBIN",
                () -> new PlainPool(
                        "ROUND_ROBIN", workers, count -> Math.floorMod(round.getAndIncrement(), count), onIdle));
    }

    /**
     * Returns a pool whose queues are filled at random.
     *
     * @return RANDOM
     */
    public Policy random() {
        return made("RANDOM", () -> new PlainPool("RANDOM", workers, chance::nextInt, onIdle));
    }

    /**
     * Returns TASK's workers without inline sends and without bets on short turns.
     *
     * @return WORK_STEALING
     */
    public Policy workStealing() {
        return plain;
    }

    private Policy made(String name, Supplier<Policy> make) {
        Policy known = find(name);
        if (known != null) {
            return known;
        }
        synchronized (made) {
            Policy first = find(name);
            if (first == null) {
                first = make.get();
                made.add(first);
            }
            return first;
        }
    }

    private @Nullable Policy find(String name) {
        for (Policy each : made) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /**
     * Returns the place's random numbers.
     *
     * @return what the policies were made with
     */
    public Chance chance() {
        return chance;
    }

    /**
     * Returns what the threads of all policies are in the midst of.
     *
     * @return the context of each that is in a turn, at this moment
     */
    public List<Context> running() {
        List<Context> all = new ArrayList<>(task.running());
        made.forEach(each -> all.addAll(each.running()));
        return all;
    }

    /** Has every policy look whether work waits in vain. */
    public void tend() {
        task.tend();
        made.forEach(Policy::tend);
    }

    /**
     * Looks whether nothing is running or waiting to run.
     *
     * @return as {@link Policy#idleStamp}, for all policies together
     */
    public long idleStamp() {
        long sum = task.idleStamp();
        if (sum < 0) {
            return -1;
        }
        for (Policy each : made) {
            long stamp = each.idleStamp();
            if (stamp < 0) {
                return -1;
            }
            sum += stamp;
        }
        return sum;
    }
}
