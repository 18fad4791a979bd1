package org.sojourn.kernel.sched;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jctools.queues.atomic.SpmcAtomicArrayQueue;
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
 * beginning with a random one. The entrance comes first every {@value #ENTRANCE_EVERY}th time, after a long turn, and
 * once between two calls of {@link #tend}, so a busy worker never starves it. All queues are first-in first-out: parts
 * take turns. Only what balances the work of places goes to the head of the entrance, which comes next then ({@link #submitFirst}).
 *
 * <p><b>Sleeping and waking.</b> One word ({@link IdleWorkers}) holds a bit per worker that is idle, and a version. A worker that found nothing sets
 * its bit and then looks once more everywhere; a submitter enqueues and then looks
 * at the bits. Each side writes before it reads, in volatile order, so at least one of them sees the other: no wake-up
 * is lost. A submitter that finds no bit set wakes nobody: every worker looks everywhere before it sleeps.
 *
 * <p><b>Sharing.</b> To wake a worker, and to have it fetch what the other has in its caches, costs more than many a
 * turn. So each worker measures its turns now and then. Nobody is woken for its queue, and nobody steals from it, while
 * the queue amounts to less than a bound ({@link Sharing}) and was filled by turns that are expected to be short. That
 * is a bet. A turn that sends much notices by itself that it has lost ({@link #share}); for any other {@link #tend}, which the host calls now and
 * then, ends it, so a lost bet costs some milliseconds. A task that has more to do after its turn wakes nobody if nothing else waits for its worker, however long its
 * turns: that worker comes back to it at once ({@link #resubmit}).
 *
 * <p><b>Long turns.</b> A turn that goes on from one {@link #tend} to the next has kept everything behind it waiting.
 * Each of the turns that follow may then go on for a slice of time, however many messages that is. If something waits
 * at the entrance, the long turn runs nothing inline any more: what it still creates and sends is queued, for others to
 * take. So it is if other places have nothing to do, and the turn has long messages ({@link #spread}).
 *
 * <p><b>Idleness.</b> When all bits are set and the entrance is empty, nothing runs: a worker sets its bit only with
 * its own queue empty, and only it fills that queue. {@link #idleStamp} returns the version at such a moment. As any
 * wake raises it, equal stamps mean that nothing ran in between. Termination detection is built on this.
 *
 * <p><b>Turns that don't end.</b> An observer ({@link Substitutes}) may replace a worker whose turn doesn't end:
 *
 * <pre>
 *   running --nothing to do, or enough for now--&gt; resting --woken, or run again--&gt; running
 *   running --replaced (its turn goes on)--&gt; apart --its turn is over--&gt; retired
 * </pre>
 *
 * <p>Another worker, with a thread and a queue of its own, then has the index and the idle bit. One compare-and-set of
 * its state decides whether a worker goes to rest or is replaced, and it sets its bit only while it rests: so a worker
 * that is apart never touches the bit again. All others may take what is in its queue, where its turn still submits;
 * its thread hands over the rest and ends with the turn. While any worker is apart the place isn't idle, whatever the
 * bits say; and no worker retires while another thread holds tasks of its queue.
 */
public final class WorkStealing implements Policy {
    private static final int QUEUE = Bound.WORKER_QUEUE_SELECTORS.intValue();
    private static final int ENTRANCE_EVERY = 61;
    private static final int BATCH = Bound.WORKER_BATCH_TURNS.intValue();
    private static final long SHARE_NANOS = Bound.UNSHARED_WORK_NANOS.value();

    private static final long SLICE_NANOS = Bound.SHORT_TURN_NANOS.value();
    private static final int SLICES = Bound.SHORT_TURNS.intValue();
    private static final VarHandle TURNS;

    static {
        try {
            TURNS = MethodHandles.lookup().findVarHandle(Worker.class, "turns", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static final int MAX_WORKERS = Bound.WORKERS.intValue();

    private final Workers workers;
    private final Chance chance;
    private final Clock clock;
    private final Runnable onIdle;

    /**
     * The workers with an index, in its order, then those that are apart. Replaced as a whole, with this object's lock
     * held.
     */
    private volatile Worker[] roles;

    private final int count;
    private final Deque<Task> entrance = new ConcurrentLinkedDeque<>();
    private final IdleWorkers idle;

    private final Sharing sharing = new Sharing();

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
            first[i] = new Worker(i, 0);
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
        if (own != null) {
            own.isShared = true;
        }
        if (own == null || !own.queue.offer(task)) {
            entrance.offer(task);
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
            try {
                wakeFor(own, task);
            } catch (StackOverflowError e) {
                isWakeOwed = true;
            }
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

    /** Others get what waits for the worker of the current thread, if that is one: its turn lasts longer than was expected. */
    static void share() {
        Worker own = Worker.CURRENT.get();
        if (own != null) {
            own.isShared = true;
            own.policy().wakeFor(own);
        }
    }

    /** A task was put into a worker's queue. */
    private void wakeFor(Worker worker, Task latest) {
        Cost cost = latest.cost();
        if (cost == null || !cost.isBrief()) {
            worker.isMixed = true;
        }
        wakeFor(worker);
    }

    private void wakeFor(Worker worker) {
        if (idle.isAny() && worker.isWorthSharing()) {
            wakeOne(!worker.isShared && !worker.isMixed);
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
     * Looks for turns that have gone on since the last call and had few messages meanwhile. These messages are long, and others would take some: such a turn queues
     * what it sends from now on. By one thread at a time, some milliseconds after the last call.
     */
    public void spread() {
        for (Worker each : roles) {
            each.spread();
        }
    }

    /** Whether an idle worker should look into the queues again. */
    private boolean anythingWaits() {
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

    private void wakeOne(boolean isBet) {
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
        Worker fresh = new Worker(worker, turn + 1);
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

    private synchronized void retired(Worker worker) {
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

    private final class Worker implements Workers.Role {
        private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();
        private static final int RESTING = 0;
        private static final int RUNNING = 1;
        private static final int APART = 2;
        private static final long ASLEEP = Long.MIN_VALUE;

        private final int index;
        private final SpmcAtomicArrayQueue<Task> queue = new SpmcAtomicArrayQueue<>(QUEUE);
        private int ticks;

        /** A worker has turns, and can be replaced, only while it is {@link #RUNNING}; its idle bit is clear then. */
        private final AtomicInteger state = new AtomicInteger();

        /** Of its thread, for observers. */
        private volatile @Nullable Context context;

        /** How many turns it has begun. Written by the worker, read by {@link #tend}. */
        private volatile long turns;

        private long turnsAtLastLook;

        /** Of the thread that calls {@link #spread}. */
        private long turnsAtLastSpread = -1;

        private int renewalsAtLastSpread;

        private final Pace pace = new Pace();

        /** Whether others may steal from its queue, however short its turns. */
        private volatile boolean isShared;

        /** Whether a turn took so long that the entrance should come next. */
        private volatile boolean isLate;

        /**
         * Whether the entrance comes next in any case. Written by {@link #tend}, {@link #submitFirst} and the worker; a write may be
         * lost.
         */
        private volatile boolean isEntranceDue;

        /** Whether the entrance came first after the last long turn. */
        private boolean wasLate;

        /** Whether its queue was given a task whose turns aren't known as short, since it was empty. Others may see an old value. */
        private boolean isMixed;

        /** Whether it was woken for short turns alone. Racy, as {@link Sharing} is. */
        private boolean isBet;

        /** When it began to run after that. */
        private long awakeSince = ASLEEP;

        /** How many more turns may go on for a slice. */
        private int slices;

        Worker(int index, long turns) {
            this.index = index;
            this.turns = turns;
            this.turnsAtLastLook = turns - 1;
        }

        boolean isApart() {
            return state.get() == APART;
        }

        /** True if it is in a turn; it retires after that. */
        boolean goApart() {
            return state.compareAndSet(RUNNING, APART);
        }

        /**
         * Undoes {@link #goApart}, for want of a thread. With the policy's lock held, for which this worker may be
         * waiting.
         */
        void comeBack() {
            state.set(RUNNING);
        }

        /**
         * Whether another worker has its place for good. Asked by its own thread after a turn; waits for a replacement
         * that is just being decided.
         */
        private boolean isLeaving() {
            if (!isApart()) {
                return false;
            }
            synchronized (WorkStealing.this) {
                return isApart();
            }
        }

        /** The worker that this thread runs, if it is one of this policy. */
        static @Nullable Worker current(WorkStealing policy) {
            Worker worker = CURRENT.get();
            return worker != null && worker.policy() == policy ? worker : null;
        }

        WorkStealing policy() {
            return WorkStealing.this;
        }

        @Override
        public boolean work() {
            if (!awake()) {
                return false; // a wake that came late, for one that has retired
            }
            CURRENT.set(this);
            Context present = Context.current();
            if (context != present) {
                context = present;
            }
            try {
                for (int i = 0; i < BATCH; i++) {
                    Task task = find();
                    if (task == null) {
                        return !sleep();
                    }
                    try {
                        run(task);
                    } finally {
                        Thread.interrupted(); // what a task leaves is nobody else's; parts see to that for each message
                    }
                    if (isLeaving()) {
                        return false;
                    }
                }
                return true;
            } finally {
                CURRENT.remove();
                if (!rests()) {
                    retire();
                }
            }
        }

        private void run(Task task) {
            TURNS.setOpaque(this, turns + 1);
            if (slices > 0) {
                runLong(task);
            } else {
                pace.run(task, clock);
            }
        }

        /**
         * After a long turn, those that waited have thousands of messages each, and more come. If each processed only a
         * few and went to the end of the queue, behind another long turn, it would never catch up.
         */
        private void runLong(Task task) {
            Context present = Context.current();
            slices--;
            present.goOnUntil(clock.nanoTime() + SLICE_NANOS);
            try {
                task.run();
            } finally {
                present.goOnUntil(0);
            }
        }

        /** Whether others should take from this queue now. */
        boolean isWorthSharing() {
            int size = queue.size();
            return size > 0 && (isShared || sharing.isDue(size, pace, isMixed) || isApart());
        }

        /** The same for a worker that is awake, which needn't be woken for a few turns that aren't known as short. */
        boolean isWorthStealing() {
            return isMixed && queue.size() > 1 || isWorthSharing();
        }

        /** Ends a replaced worker, whose turn has ended after all. */
        private void retire() {
            handOver();
            retired(this);
            // All others may have gone to sleep and told nobody, since this one was in its turn.
            if (idle.isAll()) {
                onIdle.run();
            }
        }

        /**
         * Moves what waits in this queue to the entrance. For any thread, one at a time: the clock's thread holds a
         * task for a moment that is in no queue and in no turn. The worker comes here before it retires, so by then
         * that task is at the entrance, and until then the place isn't idle.
         */
        synchronized void handOver() {
            for (Task left = queue.poll(); left != null; left = queue.poll()) {
                entrance.offer(left);
            }
            // Pairs with the second look in sleep, as in submit.
            if (!entrance.isEmpty() && idle.isAny()) {
                wakeOne(false);
            }
        }

        /**
         * If the worker is still in the same turn as at the last look, others get what waits behind it, and the
         * entrance comes next. It also comes next if the worker had too few turns since to come to it.
         */
        void tend() {
            long passed = turns - turnsAtLastLook;
            boolean isSame = look();
            if (idle.is(index)) {
                return;
            }
            if (isSame) {
                isLate = true;
                if (!entrance.isEmpty()) {
                    hurry();
                }
            } else if (passed < ENTRANCE_EVERY && !entrance.isEmpty()) {
                isEntranceDue = true;
            }
        }

        void spread() {
            Context present = context;
            int renewals = present == null ? 0 : present.renewals();
            if (turns == turnsAtLastSpread && renewals == renewalsAtLastSpread && !idle.is(index)) {
                hurry();
            }
            turnsAtLastSpread = turns;
            renewalsAtLastSpread = renewals;
        }

        /** Has the present turn queue what it sends from now on. */
        void hurry() {
            Context present = context;
            if (present != null) {
                present.hurry();
            }
        }

        /** Whether the worker is still in the same turn as at the last look; its queue is shared then. */
        private boolean look() {
            long now = turns;
            boolean isSame = now == turnsAtLastLook;
            if (isSame && !queue.isEmpty()) {
                isShared = true;
            }
            turnsAtLastLook = now;
            return isSame;
        }

        /** Begins to run. A waker has cleared the idle bit, but not at the very first run. */
        private boolean awake() {
            if (isApart()) {
                return false;
            }
            idle.clear(index);
            state.set(RUNNING);
            if (isBet && awakeSince == ASLEEP) {
                awakeSince = clock.nanoTime();
            }
            return true;
        }

        /** Has no turn until it runs again; false if it never will, since it is apart. */
        private boolean rests() {
            while (!state.compareAndSet(RUNNING, RESTING)) {
                if (isLeaving()) {
                    return false;
                }
                if (state.get() == RESTING) {
                    return true;
                }
            }
            return true;
        }

        /** Sets the idle bit, looks once more, and takes the bit back if there is something after all. */
        private boolean sleep() {
            if (!rests()) {
                return true;
            }
            boolean areAll = idle.set(index);
            // Pairs with submit: bit written first, queues read second.
            if (anythingWaits()) {
                awake();
                return false;
            }
            if (awakeSince != ASLEEP) {
                isBet = false;
                sharing.ended(clock.nanoTime() - awakeSince);
                awakeSince = ASLEEP;
            }
            if (areAll) {
                // With its bit set it must not fill its own queue: what is submitted now goes to the entrance.
                CURRENT.remove();
                onIdle.run();
            }
            return true;
        }

        private @Nullable Task find() {
            if (isLate) {
                slices = SLICES;
            }
            boolean isDue = ++ticks % ENTRANCE_EVERY == 0 || isEntranceDue;
            if (isEntrancesTurn() || isDue) {
                isEntranceDue = false;
                Task task = entrance.poll();
                if (task != null) {
                    if (!queue.isEmpty()) {
                        // Perhaps nobody was woken for what waits in this queue; see submitSoon.
                        look();
                    }
                    return task;
                }
            }
            Task task = queue.poll();
            if (task != null) {
                return task;
            }
            isShared = false;
            isMixed = false;
            task = entrance.poll();
            return task != null ? task : steal();
        }

        /**
         * After a long turn, or where turns are long, but not twice in a row: what waits at the entrance may take as
         * long.
         */
        private boolean isEntrancesTurn() {
            if (!isLate && pace.nanos() <= SHARE_NANOS) {
                return false;
            }
            isLate = false;
            wasLate = !wasLate;
            return wasLate;
        }

        private @Nullable Task steal() {
            Worker[] all = roles;
            if (all.length == 1) {
                return null;
            }
            int from = chance.nextInt(all.length);
            for (int i = 0; i < all.length; i++) {
                Worker victim = all[(from + i) % all.length];
                Task task = victim == this || !victim.isWorthStealing() ? null : victim.queue.poll();
                if (task != null) {
                    return task;
                }
            }
            return null;
        }
    }
}
