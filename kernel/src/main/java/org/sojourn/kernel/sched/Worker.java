package org.sojourn.kernel.sched;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.atomic.SpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Workers;

/**
 * A worker of {@link WorkStealing}: takes tasks, runs each for a turn, and sleeps when it finds none.
 *
 * <p><b>Long turns.</b> A turn that goes on from one {@link WorkStealing#tend} to the next has kept everything behind it waiting.
 * Each of the turns that follow may then go on for a slice of time, however many messages that is. If something waits
 * at the entrance, the long turn runs nothing inline any more: what it still creates and sends is queued, for others to
 * take. The same holds where other places have nothing to do and the turn's messages are long ({@link WorkStealing#spread}).
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
 * bits say; and no worker retires while the ticking thread holds a task of its queue. A worker that has stolen one is in a turn.
 */
final class Worker implements Workers.Role {
    private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();
    private static final int RESTING = 0;
    private static final int RUNNING = 1;
    private static final int APART = 2;
    private static final long ASLEEP = Long.MIN_VALUE;

    private static final int QUEUE = Bound.WORKER_QUEUE_SELECTORS.intValue();
    static final int ENTRANCE_EVERY = 61;
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

    private final WorkStealing policy;
    private final IdleWorkers idle;
    private final Queue<Task> entrance;
    private final Sharing sharing;
    private final Clock clock;

    final int index;
    final SpmcAtomicArrayQueue<Task> queue = new SpmcAtomicArrayQueue<>(QUEUE);
    private int ticks;

    /** A worker has turns, and can be replaced, only while it is {@link #RUNNING}; its idle bit is clear then. */
    private final AtomicInteger state = new AtomicInteger();

    /** Of its thread, for observers. */
    volatile @Nullable Context context;

    /**
     * The number of its last turn; those of a substitute go on from it. Written opaquely by the worker; pairs with the reads of {@link WorkStealing#turnOf},
     * {@link WorkStealing#replace} and {@link WorkStealing#turns}, which may see the one before.
     */
    volatile long turns;

    /** Written by {@link #tend} and by the worker, and racy: a look that is lost costs a tick. */
    private long turnsAtLastLook;

    /** Of the thread that calls {@link #spread}. */
    private long turnsAtLastSpread = -1;

    private int renewalsAtLastSpread;

    private final Pace pace = new Pace();

    /** Whether others may steal from its queue, however short its turns. */
    volatile boolean isShared;

    /** Whether a turn took so long that the entrance should come next. */
    private volatile boolean isLate;

    /**
     * Whether the entrance comes next in any case. Written by {@link #tend}, {@link WorkStealing#submitFirst} and the worker; a write may
     * be lost.
     */
    volatile boolean isEntranceDue;

    /** Whether the entrance came first after the last long turn. */
    private boolean wasLate;

    /** Whether its queue was given a task whose turns aren't known to be short, since it was empty. Others may see an old value. */
    boolean isMixed;

    /** Whether it was woken for short turns alone. Racy, as {@link Sharing} is. */
    boolean isBet;

    /** When it began to run after that. */
    private long awakeSince = ASLEEP;

    /** How many more turns may go on for a slice. */
    private int slices;

    Worker(WorkStealing policy, int index, long turns) {
        this.policy = policy;
        this.idle = policy.idle;
        this.entrance = policy.entrance;
        this.sharing = policy.sharing;
        this.clock = policy.clock;
        this.index = index;
        this.turns = turns;
        this.turnsAtLastLook = turns - 1;
    }

    boolean isApart() {
        return state.get() == APART;
    }

    /** {@return whether it was running; it retires after its turn then} */
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
        synchronized (policy) {
            return isApart();
        }
    }

    /** The worker that this thread runs, if it is one of this policy. */
    static @Nullable Worker current(WorkStealing policy) {
        Worker worker = CURRENT.get();
        return worker != null && worker.policy == policy ? worker : null;
    }

    /** Lets others take what waits for the worker of this thread, if it has one: the turn lasts longer than was expected. */
    static void share() {
        Worker own = CURRENT.get();
        if (own != null) {
            own.isShared = true;
            own.policy.wakeFor(own);
        }
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

    /** The same for a worker that is awake, which needn't be woken for a few turns that aren't known to be short. */
    boolean isWorthStealing() {
        return isMixed && queue.size() > 1 || isWorthSharing();
    }

    /** Ends a replaced worker, whose turn has ended after all. */
    private void retire() {
        handOver();
        policy.retired(this);
        // All others may have gone to sleep and told nobody, since this one was in its turn.
        if (idle.isAll()) {
            policy.onIdle.run();
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
        // Pairs with the second look in sleep, as in WorkStealing.wakeForEntrance.
        if (!entrance.isEmpty() && idle.isAny()) {
            policy.wakeOne(false);
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
        // Pairs with WorkStealing.wakeForEntrance: bit written first, queues read second.
        if (policy.anythingWaits()) {
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
            policy.onIdle.run();
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
                    // Perhaps nobody was woken for what waits in this queue; see WorkStealing.submitSoon.
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
        Worker[] all = policy.roles;
        if (all.length == 1) {
            return null;
        }
        int from = policy.chance.nextInt(all.length);
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
