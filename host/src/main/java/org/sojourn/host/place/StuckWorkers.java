package org.sojourn.host.place;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Standing;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Substitutes;
import org.sojourn.kernel.sched.Substitutes.Stuck;
import org.sojourn.kernel.sched.Task;

/**
 * Has other threads take the places of workers whose turns don't end, and says so: which part is in such a turn and
 * where, which one sent to it on the same stack, and which ones wait. For the first, second, fourth, eighth ... such
 * turn of each kind.
 */
final class StuckWorkers {
    private static final System.Logger LOG = System.getLogger(StuckWorkers.class.getName());

    private final Substitutes substitutes;
    private final Map<String, Long> times = new HashMap<>();
    private final Set<Context> named = new HashSet<>();

    StuckWorkers(Kernel kernel) {
        this.substitutes =
                new Substitutes(kernel.site().policies(), kernel.site().clock(), StuckWorkers::waiting);
    }

    /** Looks, replaces, and logs what is new. For one thread. */
    void look() {
        for (Stuck each : substitutes.look()) {
            switch (each.what()) {
                case REPLACED -> replaced(each);
                case REFUSED -> refused(each);
                case ENDED -> ended(each);
            }
        }
    }

    private void replaced(Stuck stuck) {
        if (isNamed(stuck)) {
            named.add(stuck.context());
            LOG.log(
                    WARNING,
                    "{0}. Until that turn ends, another thread has the worker''s place{1}. By then {2}{3}",
                    turn(stuck),
                    stuck.isWaiting() ? "" : ", and this one keeps a core for as long as it computes",
                    waiting(stuck),
                    frames(stuck));
        }
    }

    private void refused(Stuck stuck) {
        LOG.log(
                WARNING,
                "{0}. {1} other workers of this place are in turns that haven''t ended, and it gives no more threads"
                        + " for them: until one of these turns ends {2}. Give the classes of those that block"
                        + " @RunBy(ExecutionPolicy.VIRTUAL){3}",
                turn(stuck),
                Bound.SUBSTITUTE_THREADS.value(),
                waiting(stuck),
                frames(stuck));
    }

    private void ended(Stuck stuck) {
        if (named.remove(stuck.context())) {
            LOG.log(
                    INFO,
                    "the turn of {0} has ended, after {1} ms; so does the thread, since another has its worker''s"
                            + " place",
                    stuck.context().thread().getName(),
                    millis(stuck));
        }
    }

    private boolean isNamed(Stuck stuck) {
        List<Task> chain = stuck.chain();
        String kind = chain.isEmpty() || !(chain.get(0) instanceof Cell cell) ? "" : cell.kindName();
        return Long.bitCount(times.merge(kind, 1L, Long::sum)) == 1;
    }

    private static String turn(Stuck stuck) {
        String chain = stuck.chain().stream()
                .map(task -> task instanceof Cell cell ? cell.describeWork() : task.toString())
                .collect(Collectors.joining(", which stands still for "));
        return String.format(
                "%s has %s on %s for %s ms",
                chain.isEmpty() ? "the runtime's own code" : chain,
                stuck.isWaiting() ? "waited" : "computed",
                stuck.context().thread().getName(),
                millis(stuck));
    }

    private static String waiting(Task task) {
        return task instanceof Cell cell ? Standing.describeWaiting(cell) : task.toString();
    }

    private static String waiting(Stuck stuck) {
        String names = String.join("; ", stuck.waiting());
        int count = stuck.waits();
        return count == 1
                ? names + " waits for a worker"
                : count + " wait for a worker: " + names
                        + (count > stuck.waiting().size() ? "; and others" : "");
    }

    private static String millis(Stuck stuck) {
        return String.valueOf(TimeUnit.NANOSECONDS.toMillis(stuck.nanos()));
    }

    private static String frames(Stuck stuck) {
        return BlockedWorkers.frames(stuck.stack().toArray(new StackTraceElement[0]));
    }
}
