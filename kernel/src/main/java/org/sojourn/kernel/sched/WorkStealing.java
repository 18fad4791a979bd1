package org.sojourn.kernel.sched;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Chance;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Workers;

/**
 * The TASK policy: one queue per worker, one shared entrance, and stealing.
 *
 * <p><b>Where a task goes.</b> What a worker submits goes to its own bounded queue; anything else, and what doesn't
 * fit, to the entrance. A worker takes from its own queue first, then from the entrance, then from the others' queues,
 * beginning with a random one. One time in {@value Worker#ENTRANCE_EVERY}, after a long turn, and
 * once between two calls of {@link #tend}, the entrance comes first, so a busy worker never starves it. All queues are first-in first-out: parts
 * take turns. Only what balances the work of places goes to the head of the entrance, which is looked at next then ({@link #submitFirst}).
 *
 * <p><b>Trees.</b> A turn that fills its worker's queue runs nothing inline any more. Otherwise a part that creates others, which create others, would
 * go as deep as inline sends nest and queue all that is below, and so would each of those: the whole breadth of the tree would wait at once. Now a worker
 * goes on with what its own queue has, which comes before the entrance.
 *
 * <p><b>Sleeping and waking.</b> One word ({@link IdleWorkers}) holds a bit per worker that is idle, and a version. A worker that found nothing sets
 * its bit and then looks once more everywhere; a submitter enqueues and then looks
 * at the bits. Each side writes before it reads, in volatile order, so at least one of them sees the other: no wake-up
 * is lost. A submitter that finds no bit set wakes nobody: every worker looks everywhere before it sleeps.
 *
 * <p><b>Sharing.</b> To wake a worker, and to have it fetch what the other has in its caches, costs more than many a
 * turn. So each worker measures its turns now and then. Nobody is woken for its queue, and nobody steals from it, while
 * the queue amounts to less than a bound ({@link Sharing}) and was filled by turns that are expected to be short. That
 * is a bet. A turn that sends much notices by itself that it has lost ({@link Worker#share}); for any other {@link #tend}, which the host calls now and
 * then, ends it, so a lost bet costs some milliseconds. A task that has more to do after its turn wakes nobody if nothing else waits for its worker, however long its
 * turns: that worker comes back to it at once ({@link #resubmit}).
 *
 * <p><b>Idleness.</b> When all bits are set, the entrance is empty and no worker is apart ({@link Worker}), nothing runs: a worker sets its bit only with
 * its own queue empty, and only it fills that queue. {@link #idleStamp} returns the version at such a moment. As any
 * wake raises it, equal stamps mean that nothing ran in between. Termination detection is built on this.
 */
public final class WorkStealing implements Policy {
    private static final int MAX_WORKERS = Bound.WORKERS.intValue();

    private final Workers workers;
    final Chance chance;
    final Clock clock;
    final Runnable onIdle;

    /**
     * The workers with an index, in its order, then those that are apart. Replaced as a whole, with this object's lock
     * held.
     */
    volatile Worker[] roles;

    private final int count;
    final Deque<Task> entrance = new ConcurrentLinkedDeque<>();
    final IdleWorkers idle;
    final Sharing sharing = new Sharing();

    /** A sender has submitted something and had no stack left to wake a worker; see {@link #submit}. */
    private volatile boolean isWakeOwed;

    /**
     * Makes the policy; nothing runs before {@link #start}.
     *
     * @param onIdle called each time the last worker has gone idle; must be short. By then something may run: see
     *     {@link #idleStamp}
     */
    public WorkStealing(Workers workers, Chance chance, Clock clock, Runnable onIdle) {
        this.count = workers.count();
        if (count < 1 || count > MAX_WORKERS) {
            throw new IllegalArgumentException(count + " workers asked for; a place has 1 to " + MAX_WORKERS);
        }
        this.workers = workers;
        this.chance = chance;
        this.clock = clock;
        this.onIdle = onIdle;
        this.idle = new IdleWorkers(count);
        Worker[] first = new Worker[count];
        for (int i = 0; i < count; i++) {
            first[i] = new Worker(this, i, 0);
        }
        this.roles = first;
    }

    public void start() {
        workers.start(roles.clone());
    }

    /** Stops the workers after their present task. */
    public void stop() {
        workers.stop();
    }

    @Override
    public String name() {
        return "TASK";
    }

    @Override
    public Cost cost(Bound longest) {
        return new Cost(longest);
    }

    /**
     * {@inheritDoc}
     *
     * @throws StackOverflowError if the sender has no stack left; the task isn't taken then. Once it is taken nothing is thrown, and what
     *     was left to do is done at the next tick
     */
    @Override
    public void submit(Task task) {
        Worker own = Worker.current(this);
        boolean isKept = own != null && own.queue.offer(task);
        if (own != null) {
            // Volatile, and after the offer, whose own last write isn't: the bits are read behind it.
            own.isShared = true;
        }
        if (!isKept) {
            entrance.offer(task);
            if (own != null) {
                own.hurry();
            }
        }
        wakeForEntrance();
    }

    /** Has a short task run before all that waits, by the first worker whose turn is over. */
    public void submitFirst(Task task) {
        entrance.offerFirst(task);
        for (Worker each : roles) {
            each.isEntranceDue = true;
        }
        wakeForEntrance();
    }

    private void wakeForEntrance() {
        try {
            // Pairs with the second look in Worker.sleep: enqueued first, bits read second.
            if (idle.isAny()) {
                wakeOne(false);
            }
        } catch (StackOverflowError e) {
            isWakeOwed = true;
        }
    }

    @Override
    public void submitSoon(Task task) {
        Worker own = Worker.current(this);
        if (own == null || !own.queue.offer(task)) {
            submit(task);
        } else {
            wakeFor(own, task);
        }
        // Mostly nobody is woken: this worker looks into its queue after its turn.
    }

    /** {@inheritDoc} An idle worker that was woken for it would take it to another core, where nothing of it is in the caches. */
    @Override
    public void resubmit(Task task) {
        Worker own = Worker.current(this);
        if (own == null || !own.queue.offer(task)) {
            submit(task);
        } else if (own.queue.size() > 1) {
            wakeFor(own, task);
        }
    }

    /** A task was put into a worker's queue. */
    private void wakeFor(Worker worker, Task latest) {
        try {
            Cost cost = latest.cost();
            if (cost == null || !cost.isBrief()) {
                worker.isMixed = true;
            }
        } catch (StackOverflowError e) {
            isWakeOwed = true;
        }
        wakeFor(worker);
    }

    /** Once a bit is taken its worker must be woken. If no stack is left for that, it happens at the next tick. */
    void wakeFor(Worker worker) {
        try {
            if (idle.isAny() && worker.isWorthSharing()) {
                wakeOne(!worker.isShared && !worker.isMixed);
            }
        } catch (StackOverflowError e) {
            isWakeOwed = true;
        }
    }

    @Override
    public void tend() {
        sharing.tend();
        Worker[] all = roles;
        for (int i = 0; i < count; i++) {
            all[i].tend();
        }
        for (int i = count; i < all.length; i++) {
            all[i].handOver(); // nobody is sure to come to that queue, as its own worker is
        }
        if (isWakeOwed) {
            isWakeOwed = false;
            for (int i = 0; i < count; i++) {
                if (!idle.is(i)) { // perhaps since it was to be woken
                    workers.wake(i);
                }
            }
        }
        if (idle.isAny() && anythingWaits()) {
            wakeOne(false);
        }
    }

    /**
     * Looks for turns that have gone on since the last call and processed few messages, which are long ones then. As other places would take some, such a turn
     * queues what it sends from now on. By one thread at a time, some milliseconds after the last call.
     */
    public void spread() {
        Worker[] all = roles;
        for (int i = 0; i < count; i++) { // those that are apart queue what they send in any case
            all[i].spread();
        }
    }

    /** Whether an idle worker should look into the queues again. */
    boolean anythingWaits() {
        if (!entrance.isEmpty()) {
            return true;
        }
        for (Worker each : roles) {
            if (each.isWorthSharing()) {
                return true;
            }
        }
        return false;
    }

    void wakeOne(boolean isBet) {
        int index = idle.takeOne();
        if (index >= 0) {
            long began = clock.nanoTime();
            roles[index].isBet = isBet;
            workers.wake(index);
            Context.current().excuse(clock.nanoTime() - began);
        }
    }

    @Override
    public long idleStamp() {
        long before = idle.version();
        if (!idle.isAll() || !entrance.isEmpty() || roles.length > count || idle.version() != before) {
            return -1;
        }
        return before;
    }

    /** {@return the number of the turn that a worker is in, different for each; -1 between turns} */
    public long turnOf(int worker) {
        return idle.is(worker) ? -1 : roles[worker].turns;
    }

    /** A sample of the innermost task on a worker's stack, right if it has been running for long. */
    public @Nullable Task runningOn(int worker) {
        Context context = roles[worker].context;
        return context == null ? null : context.innermost();
    }

    @Override
    public List<Context> running() {
        List<Context> contexts = new ArrayList<>();
        long bits = idle.bits();
        for (Worker each : roles) {
            Context context = each.isApart() || (bits & 1L << each.index) == 0 ? each.context : null;
            if (context != null) {
                contexts.add(context);
            }
        }
        return contexts;
    }

    /**
     * Has another worker take the place of one whose turn, with this number, doesn't end. By one thread at a time.
     *
     * @return false if the turn is over
     * @throws Error if there is no thread for it; nothing has changed then
     */
    public synchronized boolean replace(int worker, long turn) {
        Worker[] before = roles;
        Worker stuck = before[worker];
        if (stuck.turns != turn || !stuck.goApart()) {
            return false;
        }
        // The numbers of turns go on, so that an observer of this index sees another turn.
        Worker fresh = new Worker(this, worker, turn + 1);
        Worker[] all = Arrays.copyOf(before, before.length + 1);
        all[worker] = fresh;
        all[before.length] = stuck;
        // Before the new worker runs: otherwise the place could look idle to it.
        roles = all;
        boolean hasThread = false;
        try {
            workers.replace(worker, fresh);
            hasThread = true;
        } finally {
            if (!hasThread) {
                roles = before;
                stuck.comeBack();
            }
        }
        stuck.hurry();
        return true;
    }

    synchronized void retired(Worker worker) {
        roles = Arrays.stream(roles).filter(each -> each != worker).toArray(Worker[]::new);
    }

    /** {@return how many replaced workers are still in their turns} */
    public int apart() {
        return roles.length - count;
    }

    /** {@return whether the worker of this thread was replaced, so that the thread ends with the present turn} */
    public boolean isReplaced(Context context) {
        Worker[] all = roles;
        for (int i = count; i < all.length; i++) {
            if (all[i].context == context) {
                return true;
            }
        }
        return false;
    }

    boolean isWaiting(int worker) {
        return workers.isWaiting(worker);
    }

    /** Null before the worker's first turn. */
    @Nullable
    Context context(int worker) {
        return roles[worker].context;
    }

    /** {@return a sample of the tasks that wait for a worker, at most so many} */
    public List<Task> ready(int most) {
        Stream<Task> own = Arrays.stream(roles).flatMap(worker -> worker.queue.stream());
        return Stream.concat(entrance.stream(), own).limit(most).toList();
    }

    /** {@return how many tasks wait for a worker, counted up to {@code most}} */
    public int waiting(int most) {
        int waiting = 0;
        for (Worker worker : roles) {
            waiting += worker.queue.size();
        }
        for (Iterator<Task> each = entrance.iterator(); waiting < most && each.hasNext(); each.next()) {
            waiting++;
        }
        return Math.min(waiting, most);
    }

    /** {@return how many turns all workers have begun} */
    public long turns() {
        long turns = 0;
        Worker[] all = roles;
        for (int i = 0; i < count; i++) {
            turns += all[i].turns;
        }
        return turns;
    }

    /**
     * {@return how often idle workers were woken; wraps around after some billions} While it stays the same and the
     * place isn't idle, the busy workers have been busy all the time.
     */
    public int wakes() {
        return (int) idle.version();
    }

    /**
     * Takes the tasks that have waited longest out of their queues, at most so many: the caller runs them, or submits
     * them again. Only for a worker in a turn: otherwise the place could look idle while these tasks are in no queue.
     */
    public List<Task> take(int most) {
        List<Task> taken = new ArrayList<>();
        for (Worker worker : roles) {
            take(worker.queue, most, taken);
        }
        take(entrance, most, taken);
        return taken;
    }

    private static void take(Queue<Task> from, int most, List<Task> into) {
        Task next = null;
        while (into.size() < most && (next = from.poll()) != null) {
            into.add(next);
        }
    }

    public int workers() {
        return count;
    }
}
