package org.sojourn.host.place;

import static java.lang.System.Logger.Level.WARNING;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Watchdog;

/**
 * Says which handlers block workers: selector, mailbox and stack, for the first, second, fourth, eighth... time of each kind.
 * A handler that computes for long blocks nothing that it doesn't use, and isn't mentioned; one that waits in native code,
 * as for a socket, is.
 */
final class BlockedWorkers {
    private static final System.Logger LOG = System.getLogger(BlockedWorkers.class.getName());
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(Bound.BLOCKED_MILLIS.value());

    /** The frames shown: more than these lead nowhere. */
    private static final int FRAMES = 24;

    private static final String OURS = "org.sojourn.kernel.";

    private final ThreadWorkers workers;
    private final Watchdog watchdog;
    private final Map<String, Long> times = new HashMap<>();

    BlockedWorkers(Kernel kernel, ThreadWorkers workers) {
        this.workers = workers;
        this.watchdog = new Watchdog(kernel.policies(), kernel.clock(), PATIENCE);
    }

    /** Looks, and logs what is new. For one thread. */
    void look() {
        for (Watchdog.Seen seen : watchdog.look()) {
            Thread thread = workers.thread(seen.worker());
            Thread.State state = thread.getState();
            StackTraceElement[] stack = thread.getStackTrace();
            boolean isRunning = state == Thread.State.RUNNABLE || state == Thread.State.NEW;
            if (stack.length > 0 && (!isRunning || stack[0].isNativeMethod()) && seen.task() instanceof Cell cell) {
                name(cell, seen.nanos(), thread, stack);
            }
        }
    }

    private void name(Cell cell, long nanos, Thread thread, StackTraceElement[] stack) {
        String kind = cell.kindName();
        long times = this.times.merge(kind, 1L, Long::sum);
        if (Long.bitCount(times) != 1) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0;
                i < Math.min(stack.length, FRAMES) && !stack[i].getClassName().startsWith(OURS);
                i++) {
            text.append("\n    at ").append(stack[i]);
        }
        LOG.log(
                WARNING,
                "{0} has blocked {1} for {2} ms; {3} such turns of its kind so far. Give its class"
                        + " @RunBy(ExecutionPolicy.VIRTUAL), or run with -Dsojourn.policy={4}=VIRTUAL{5}",
                cell.describeWork(),
                thread.getName(),
                String.valueOf(TimeUnit.NANOSECONDS.toMillis(nanos)),
                String.valueOf(times),
                kind,
                text);
    }
}
