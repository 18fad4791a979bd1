package org.sojourn.host.place;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/**
 * Tells which workers of TASK have been in one turn for long, and again each time as much time has passed. It looks
 * from outside, now and then, at what the workers keep anyhow: the number of the turn, and the stack of their context.
 * So it costs a turn nothing.
 *
 * <p>For one thread.
 */
final class Watchdog {
    /**
     * A worker in a long turn.
     *
     * @param task the innermost on its stack
     * @param nanos for how long, at least
     * @param turn the number of the turn
     */
    record Seen(int worker, Task task, long nanos, long turn) {}

    private final WorkStealing policy;
    private final Clock clock;
    private final long patience;

    /**
     * For each worker: its turn, when that was seen first, and when it was told last. Two tellings are a time apart by
     * the clock, so a machine that stood still makes no turn a long one.
     */
    private final long[] turn;

    private final long[] since;
    private final long[] toldAt;

    /** Makes a watchdog that tells a turn after so long, and then after as long again. */
    Watchdog(Policies policies, Clock clock, long patienceNanos) {
        this.policy = policies.task();
        this.clock = clock;
        this.patience = patienceNanos;
        this.turn = new long[policy.workers()];
        this.since = new long[policy.workers()];
        this.toldAt = new long[policy.workers()];
    }

    /** {@return the workers whose turns have become too long since the last look, or too long once more} */
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
                    seen.add(new Seen(i, task, now - since[i], present));
                    toldAt[i] = now;
                }
            }
        }
        return seen;
    }

    /** {@return whether a worker is still in the turn that it was seen in} */
    boolean goesOn(Seen seen) {
        return policy.turnOf(seen.worker()) == seen.turn();
    }
}
