package org.sojourn.kernel.sched;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.atomic.SpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Workers;

/**
 * The TASK policy: one queue per worker, one shared entrance, and stealing.
 *
 * <p><b>Where a task goes.</b> A task submitted by a worker goes to that worker's own bounded queue, anything else, and
 * what doesn't fit, to the entrance. A worker takes from its own queue, every {@value #ENTRANCE_EVERY}th time from the
 * entrance first (so that a busy worker never starves it), then from the entrance, then from the others, beginning with
 * a random one. All queues are first-in first-out: parts take turns.
 *
 * <p><b>Sleeping and waking.</b> One word holds a bit per worker that is idle, and a version:
 *
 * <pre>
 *   63 ............ 32 31 ............ 0
 *   version, counts up  idle bit per worker
 * </pre>
 *
 * A worker that found nothing sets its bit and then looks once more everywhere; whoever submits first enqueues and then
 * looks at the bits. Each side writes before it reads, both with volatile order, so at least one of them sees the
 * other: no wake-up is lost. Who wakes a worker clears its bit, so no two submitters spend their wake on the same one,
 * and every clearing raises the version. A submitter that finds no bit set wakes nobody: every worker is looking, and
 * looks everywhere before it sleeps.
 *
 * <p><b>Idleness.</b> When all bits are set and the entrance is empty, nothing runs: a worker sets its bit only with its
 * own queue empty, and only it fills that queue. {@link #idleStamp} returns the version at such a moment; as any wake
 * raises the version, equal stamps mean that nothing ran in between. Termination detection is built on this.
 */
public final class WorkStealing implements Policy {
    /** Tasks that fit a worker's own queue. */
    private static final int QUEUE = Bound.WORKER_QUEUE.intValue();

    private static final int ENTRANCE_EVERY = 61;

    /** Tasks that a worker runs before it lets its loop look at whether to stop. */
    private static final int BATCH = Bound.WORKER_BATCH.intValue();

    /** At most so many workers: they share a word. */
    public static final int MAX_WORKERS = Bound.MAX_WORKERS.intValue();

    private final Workers workers;
    private final Chance chance;
    private final Runnable onIdle;
    private final Worker[] roles;
    private final Queue<Task> entrance = new ConcurrentLinkedQueue<>();
    private final long allIdle;
    private final AtomicLong idle = new AtomicLong();

    /**
     * Makes the policy; nothing runs before {@link #start}.
     *
     * @param workers the threads
     * @param chance picks victims
     * @param onIdle told each time when the last worker has gone idle; must be short
     */
    public WorkStealing(Workers workers, Chance chance, Runnable onIdle) {
        int count = workers.count();
        if (count < 1 || count > MAX_WORKERS) {
            throw new IllegalArgumentException(count + " workers asked for; a place has 1 to " + MAX_WORKERS);
        }
        this.workers = workers;
        this.chance = chance;
        this.onIdle = onIdle;
        this.allIdle = count == 32 ? 0xFFFF_FFFFL : (1L << count) - 1;
        this.roles = new Worker[count];
        for (int i = 0; i < count; i++) {
            roles[i] = new Worker(i);
        }
    }

    /** Starts the workers. */
    public void start() {
        workers.start(roles);
    }

    /** Stops the workers after their present task. */
    public void stop() {
        workers.stop();
    }

    @Override
    public void submit(Task task) {
        Worker own = Worker.current(this);
        if (own == null || !own.queue.offer(task)) {
            entrance.offer(task);
        }
        // Pairs with the second look in Worker.work: enqueued first, bits read second.
        if ((idle.get() & allIdle) != 0) {
            wakeOne();
        }
    }

    private void wakeOne() {
        while (true) {
            long seen = idle.get();
            long bits = seen & allIdle;
            if (bits == 0) {
                return;
            }
            long bit = Long.lowestOneBit(bits);
            if (idle.compareAndSet(seen, withoutBit(seen, bit))) {
                workers.wake(Long.numberOfTrailingZeros(bit));
                return;
            }
        }
    }

    private static long withoutBit(long word, long bit) {
        return (word & ~bit) + (1L << 32);
    }

    @Override
    public long idleStamp() {
        long before = idle.get();
        if ((before & allIdle) != allIdle || !entrance.isEmpty() || idle.get() != before) {
            return -1;
        }
        return before >>> 32;
    }

    /** One worker's loop body. */
    private final class Worker implements Workers.Role {
        private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();

        private final int index;
        private final SpmcAtomicArrayQueue<Task> queue = new SpmcAtomicArrayQueue<>(QUEUE);
        private int ticks;

        Worker(int index) {
            this.index = index;
        }

        /** The worker that this thread is running, if it belongs to the given policy. */
        static @Nullable Worker current(WorkStealing policy) {
            Worker worker = CURRENT.get();
            return worker != null && worker.policy() == policy ? worker : null;
        }

        WorkStealing policy() {
            return WorkStealing.this;
        }

        @Override
        public boolean work() {
            clearOwnBit();
            CURRENT.set(this);
            try {
                for (int i = 0; i < BATCH; i++) {
                    Task task = find();
                    if (task == null) {
                        return !sleep();
                    }
                    task.run();
                }
                return true;
            } finally {
                CURRENT.remove();
            }
        }

        /** A woken worker's bit was cleared by its waker, except at the very first run. */
        private void clearOwnBit() {
            long bit = 1L << index;
            while (true) {
                long seen = idle.get();
                if ((seen & bit) == 0 || idle.compareAndSet(seen, withoutBit(seen, bit))) {
                    return;
                }
            }
        }

        /** Sets the idle bit, looks again, and takes the bit back if there is something after all. */
        private boolean sleep() {
            long bit = 1L << index;
            long after = idle.updateAndGet(word -> word | bit);
            // Pairs with submit: bit written first, queues read second.
            if (anythingWaits()) {
                clearOwnBit();
                return false;
            }
            if ((after & allIdle) == allIdle) {
                onIdle.run();
            }
            return true;
        }

        private boolean anythingWaits() {
            if (!entrance.isEmpty()) {
                return true;
            }
            for (Worker each : roles) {
                if (!each.queue.isEmpty()) {
                    return true;
                }
            }
            return false;
        }

        private @Nullable Task find() {
            if (++ticks % ENTRANCE_EVERY == 0) {
                Task task = entrance.poll();
                if (task != null) {
                    return task;
                }
            }
            Task task = queue.poll();
            if (task == null) {
                task = entrance.poll();
            }
            return task != null || roles.length == 1 ? task : steal();
        }

        private @Nullable Task steal() {
            int from = chance.nextInt(roles.length);
            for (int i = 0; i < roles.length; i++) {
                Worker victim = roles[(from + i) % roles.length];
                Task task = victim == this ? null : victim.queue.poll();
                if (task != null) {
                    return task;
                }
            }
            return null;
        }
    }
}
