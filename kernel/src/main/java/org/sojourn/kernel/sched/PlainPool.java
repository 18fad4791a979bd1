package org.sojourn.kernel.sched;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Workers;

/**
 * The ROUND_ROBIN and RANDOM policies, to compare with: as many threads as the place has workers, a queue each. A task that is
 * ready is put into one of the queues and stays there; nobody steals, nothing runs on a sender's stack.
 */
final class PlainPool implements Policy {
    /** Tasks that a thread runs before it lets its loop look at whether to stop. */
    private static final int BATCH = Bound.WORKER_BATCH.intValue();

    private final String name;
    private final IntUnaryOperator place;
    private final Activity activity;
    private final Line[] lines;

    /**
     * Starts the threads.
     *
     * @param place picks a number below its argument: where the next task goes
     */
    PlainPool(String name, Workers workers, IntUnaryOperator place, Runnable onIdle) {
        this.name = name;
        this.place = place;
        this.activity = new Activity(onIdle);
        this.lines = new Line[workers.count()];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = new Line(workers, name + "-" + i);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void submit(Task task) {
        activity.submitted();
        Line line = lines[place.applyAsInt(lines.length)];
        line.queue.offer(task);
        // Pairs with the second look in Line.work: enqueued first, state read second.
        if (line.isAsleep.getAndSet(false)) {
            line.thread.wake();
        }
    }

    @Override
    public void submitSoon(Task task) {
        submit(task);
    }

    @Override
    public List<Context> running() {
        return Arrays.stream(lines)
                .map(line -> line.stand.context())
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public void tend() {
        // every submission wakes the thread that is to run it
    }

    @Override
    public long idleStamp() {
        return activity.idleStamp();
    }

    /** A thread and its queue. */
    private final class Line implements Workers.Role {
        private final Queue<Task> queue = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean isAsleep = new AtomicBoolean(true);
        private final Workers.Own thread;
        private final Stand stand = new Stand();

        Line(Workers workers, String name) {
            this.thread = workers.startOwn(name, this);
        }

        @Override
        public boolean work() {
            Task task = queue.poll();
            for (int i = 1; task != null; i++) {
                try {
                    stand.run(task);
                } finally {
                    activity.ran();
                }
                task = i < BATCH ? queue.poll() : null;
            }
            isAsleep.set(true);
            // Whoever has taken the sleep back wakes this thread.
            return !queue.isEmpty() && isAsleep.getAndSet(false);
        }
    }
}
