package org.sojourn.kernel.sched;

import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Workers;

/**
 * The THREAD policy: every task has a platform thread of its own, from its first submission until it is gone. Handlers
 * may block and may rely on thread-bound state. The price is a thread's stack, and a switch of threads per turn.
 */
final class OwnThreads implements Policy {
    private static final System.Logger LOG = System.getLogger(OwnThreads.class.getName());
    private static final int MOST = Bound.OWN_THREADS.intValue();

    private final Workers workers;
    private final Policy beyond;
    private final Activity activity;

    /** Written by the submitter: a task is submitted by one thread at a time. */
    private final Map<Task, Seat> seats = new ConcurrentHashMap<>();

    private final AtomicBoolean isFull = new AtomicBoolean();

    OwnThreads(Workers workers, Policy beyond, Runnable onIdle) {
        this.workers = workers;
        this.beyond = beyond;
        this.activity = new Activity(onIdle);
    }

    @Override
    public String name() {
        return "THREAD";
    }

    @Override
    public void submit(Task task) {
        Seat seat = seats.get(task);
        if (seat == null) {
            if (seats.size() >= MOST) {
                runBeyond(task, MOST + " selectors have threads of their own, the most that one place has");
                return;
            }
            try {
                seat = new Seat(task);
            } catch (OutOfMemoryError e) { // the machine has no thread for it
                runBeyond(
                        task,
                        seats.size() + " selectors have threads of their own, and no more could be started ("
                                + e.getMessage() + ")");
                return;
            }
            seats.put(task, seat);
        }
        activity.submitted();
        seat.isDue = true;
        seat.thread.wake();
    }

    private void runBeyond(Task task, String why) {
        if (!isFull.getAndSet(true)) {
            LOG.log(
                    WARNING,
                    "{0}; {1} and others are run by the workers until some exit. Use VIRTUAL for many that block",
                    why,
                    task);
        }
        beyond.submit(task);
    }

    @Override
    public void gone(Task task) {
        Seat seat = seats.remove(task);
        if (seat != null) {
            seat.thread.end();
        }
    }

    @Override
    public List<Context> running() {
        return seats.values().stream()
                .map(seat -> seat.stand.context())
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public long idleStamp() {
        return activity.idleStamp();
    }

    /** A task and its thread. */
    private final class Seat implements Workers.Role {
        private final Task task;
        private final Workers.Own thread;
        private final Activity.Stand stand = activity.stand();

        /** Set before the wake that makes the thread look; cleared before the run. */
        private volatile boolean isDue;

        Seat(Task task) {
            this.task = task;
            this.thread = workers.startOwn(task.toString(), this);
        }

        @Override
        public boolean work() {
            if (!isDue) {
                return false;
            }
            isDue = false;
            stand.run(task);
            return isDue;
        }
    }
}
