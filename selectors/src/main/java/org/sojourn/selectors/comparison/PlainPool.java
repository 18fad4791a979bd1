package org.sojourn.selectors.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Workers;
import org.sojourn.kernel.sched.Activity;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Task;

/**
 * The policies ROUND_ROBIN and RANDOM: as many threads as the place has workers, with a queue each. A task that is ready is
 * put into one of the queues and stays there. Nobody steals, and nothing runs on a sender's stack.
 */
final class PlainPool implements Policy {
    /** A thread runs so many tasks before it looks whether it is to stop. */
    private static final int BATCH = Bound.WORKER_BATCH_TURNS.intValue();

    private final String name;
    private final IntUnaryOperator place;
    private final Activity activity;
    private final Line[] lines;

    /**
     * Starts the threads.
     *
     * @param place picks the queue for the next task, a number below its argument
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
    public List<Context> running() {
        return Arrays.stream(lines)
                .map(line -> line.stand.context())
                .filter(Objects::nonNull)
                .toList();
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
        private final Activity.Stand stand = activity.stand();

        Line(Workers workers, String name) {
            this.thread = workers.startOwn(name, this);
        }

        @Override
        public boolean work() {
            Task task = queue.poll();
            for (int i = 1; task != null; i++) {
                stand.run(task);
                task = i < BATCH ? queue.poll() : null;
            }
            isAsleep.set(true);
            // A submitter that has cleared the flag first wakes this thread.
            return !queue.isEmpty() && isAsleep.getAndSet(false);
        }
    }
}
