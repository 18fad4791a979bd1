package org.sojourn.kernel.sched;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Workers;

/**
 * The execution policies of one place. TASK is always there; the others are made, and start threads, when they are
 * first asked for.
 *
 * <p><b>Idleness.</b> The place is idle when all policies are idle at one instant. Each has a version that never falls.
 * So if two sums of versions, each taken while every policy was idle, are equal, each policy was idle between its two
 * looks, and all of them from the end of the first round to the beginning of the second. A policy made in between adds
 * nothing until it is used.
 */
public final class Policies {
    /** Makes a policy of a room from what the place gives to each. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Makes the policy.
         *
         * @param onIdle to be called each time the policy has become idle
         */
        Policy make(String name, Workers workers, Chance chance, Runnable onIdle);
    }

    private static final System.Logger LOG = System.getLogger(Policies.class.getName());

    private final Workers workers;
    private final Chance chance;
    private final Runnable onIdle;
    private final WorkStealing task;
    private final Policy monitor;
    private final Policy seq;
    private final Reading reading;

    /** The one of the links, and those made when they were asked for, in that order. */
    private final List<Policy> made = new CopyOnWriteArrayList<>();

    /**
     * Makes the policies; nothing runs before {@link #start}.
     *
     * @param chance picks victims and queues
     * @param clock measures turns
     * @param onIdle called each time all policies may have become idle; must be short
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
        this.reading = new Reading(task, clock, this.onIdle);
        made.add(reading);
    }

    public void start() {
        task.start();
    }

    /** Stops all threads after their present task. */
    public void stop() {
        reading.stop();
        task.stop();
    }

    /** {@return TASK, the default: work-stealing workers, and inline sends where turns are short} */
    public WorkStealing task() {
        return task;
    }

    /**
     * {@return THREAD: a platform thread for each task} Beyond {@link Bound#OWN_THREADS}, TASK runs those that have
     * none, which is logged.
     */
    public Policy thread() {
        return made("THREAD", () -> new OwnThreads(workers, task, onIdle));
    }

    /**
     * {@return VIRTUAL: a virtual thread for each task that is ready} Where the JVM has none it is THREAD, with a
     * warning: what may block under the one may block under the other.
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

    /** {@return MONITOR: the sender's stack, within bounds of depth and time} */
    public Policy monitor() {
        return monitor;
    }

    /** {@return SEQ: the sender's stack, within a bound of depth} */
    public Policy seq() {
        return seq;
    }

    /** {@return what runs on threads of the links, which TASK would otherwise} */
    public Reading reading() {
        return reading;
    }

    /**
     * {@return a policy of a room, made when it is first asked for by this name}
     *
     * <p>The place counts as idle only while the {@link Policy#idleStamp} of this policy agrees. So a policy with
     * threads of its own counts each task until it has run ({@link Activity}), and calls {@code onIdle} when none is
     * left. A policy that hands everything to {@link #task} may always return 0.
     */
    public Policy added(String name, Maker maker) {
        return made(name, () -> maker.make(name, workers, chance, onIdle));
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

    public Chance chance() {
        return chance;
    }

    /** {@return the contexts of all threads that are in a turn now} */
    public List<Context> running() {
        List<Context> all = new ArrayList<>(task.running());
        made.forEach(each -> all.addAll(each.running()));
        return all;
    }

    /** Has every policy look for work that waits in vain. */
    public void tend() {
        task.tend();
        made.forEach(Policy::tend);
    }

    /** {@return as {@link Policy#idleStamp}, for all policies together} */
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
