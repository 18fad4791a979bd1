package org.sojourn.host.place;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Reading;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/**
 * Tells which threads that run TASK's parts have been in one turn for long, and again each time as much time has passed: its workers,
 * and those of the links ({@link Reading}). It looks from outside, now and then, at what they keep anyhow: the number of the turn, and
 * the stack of their context. So it costs a turn nothing.
 *
 * <p>For one thread.
 */
final class Watchdog {
    /**
     * A thread in a long turn.
     *
     * @param on tells the threads that others wait for apart: the number of a worker, or the turn itself on a thread of the links
     * @param task the innermost on its stack
     * @param nanos for how long, at least
     * @param turn the number of the turn
     */
    record Seen(Object on, Thread thread, Task task, long nanos, long turn) {}

    private final WorkStealing policy;
    private final Reading reading;
    private final ThreadWorkers workers;
    private final Clock clock;
    private final long patience;

    /**
     * For each worker: its turn, when that was seen first, and when it was told last. Two tellings are a time apart by
     * the clock, so a machine that stood still makes no turn a long one.
     */
    private final long[] turn;

    private final long[] since;
    private final long[] toldAt;

    /** The same for turns on threads of the links, from when they were seen first. */
    private final Map<Reading.Lasting, Times> lasting = new HashMap<>();

    private record Times(long since, long toldAt) {}

    /** Makes a watchdog that tells a turn after so long, and then after as long again. */
    Watchdog(Policies policies, ThreadWorkers workers, Clock clock, long patienceNanos) {
        this.policy = policies.task();
        this.reading = policies.reading();
        this.workers = workers;
        this.clock = clock;
        this.patience = patienceNanos;
        this.turn = new long[policy.workers()];
        this.since = new long[policy.workers()];
        this.toldAt = new long[policy.workers()];
    }

    /** {@return those whose turns have become too long since the last look, or too long once more} */
    List<Seen> look() {
        List<Seen> seen = List.of();
        long now = clock.nanoTime();
        for (int i = 0; i < turn.length; i++) {
            long present = policy.turnOf(i);
            if (present < 0 || present != turn[i]) {
                turn[i] = present;
                since[i] = now;
                toldAt[i] = now;
            } else if (now - toldAt[i] >= patience) {
                Task task = policy.runningOn(i);
                if (task != null && policy.turnOf(i) == present) {
                    seen = seen.isEmpty() ? new ArrayList<>() : seen;
                    seen.add(new Seen(i, workers.thread(i), task, now - since[i], present));
                    toldAt[i] = now;
                }
            }
        }
        List<Reading.Lasting> kept = reading.lasting();
        if (kept.isEmpty()) {
            lasting.clear();
            return seen;
        }
        return Stream.concat(seen.stream(), look(kept, now).stream()).toList();
    }

    private List<Seen> look(List<Reading.Lasting> kept, long now) {
        List<Seen> seen = new ArrayList<>();
        lasting.keySet().retainAll(kept);
        for (Reading.Lasting each : kept) {
            Times times = lasting.computeIfAbsent(each, any -> new Times(now, now));
            Context context = each.context();
            List<Task> chain = context == null ? List.of() : context.chain();
            if (context != null && !chain.isEmpty() && now - times.toldAt >= patience) {
                seen.add(new Seen(each, context.thread(), chain.get(0), now - times.since, 0));
                lasting.put(each, new Times(times.since, now));
            }
        }
        return seen;
    }

    /** {@return whether a turn on a thread of the links, as it was told, lasts as far as is known} */
    boolean isLasting(Object turn) {
        return lasting.containsKey(turn);
    }

    /** {@return whether a thread is still in the turn that it was seen in} */
    boolean goesOn(Seen seen) {
        return seen.on() instanceof Integer worker ? policy.turnOf(worker) == seen.turn() : isLasting(seen.on());
    }
}
