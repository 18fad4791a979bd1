package org.sojourn.kernel.sched;

import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Links;

/**
 * Has a part that mail from another place has found idle run on the thread that has read that mail.
 *
 * <p><b>Why.</b> To wake a worker takes longer than everything else that a short message needs: of the four wakings of a message to
 * and fro two are those of workers. A thread that has just read is awake, and has the message in its caches.
 *
 * <p><b>What.</b> One task of each read: the first that is submitted to TASK meanwhile, if its turns are known to take less than to wake a worker ({@link
 * Cost#isLendable}). It is <em>held</em> until all packets of that read have been taken, so it finds all that they bring, and no lock of
 * the exchange is held when it runs. Then the links run it when none of their own code is on the stack ({@link
 * Links.Listener#hasRead}). A read that has brought more than {@value #FEW} packets is worth a waking: its task goes to the workers,
 * and the thread goes on reading. Whatever else is submitted goes to the workers, as ever, and so does what such a turn submits.
 *
 * <pre>
 *   begins --submitted--&gt; held --ends--&gt; left to the links --run--&gt; in its turn --&gt; over
 *                            |                 |                       |
 *                            +--seen waiting---+                       |
 *                                     |          seen by two tendings: another thread reads from now on
 *                             the workers run it
 * </pre>
 *
 * <p><b>What lasts after all.</b> That turns are short is a bet on what they took so far. A turn may wait for an answer that only this
 * thread could read. So whoever tends the policies ({@link #tend}) has another thread read when it sees the same turn twice
 * ({@link Links#readOn}): a lost bet costs the place's other packets some milliseconds, as other bets of TASK do. The thread that was
 * kept goes on with the turn like any worker, and observers see it among those that are in a turn. Its kind isn't run so again before it has
 * been short for a good while. A task that still waits when the policies are tended, behind such a turn or because what came with it takes long to
 * decode, goes to the workers.
 *
 * <p><b>How many.</b> At most {@link Bound#SUBSTITUTE_THREADS} such turns last at a time: then nothing more is run so, and the thread that reads stays
 * with its links, until one of them is over.
 *
 * <p><b>Idleness.</b> A task is counted from when it is held until its turn is over ({@link Activity}), and it is held before the packet
 * counts as received. So there is no moment at which termination detection sees neither.
 *
 * <p><b>Dropped.</b> A worker that waits for the network itself: all workers but one would have to be woken from there, and a worker that computes
 * would leave the network to nobody.
 */
public final class Reading implements Policy {
    private static final System.Logger LOG = System.getLogger(Reading.class.getName());
    private static final int FEW = 16;
    private static final int MOST = Bound.SUBSTITUTE_THREADS.intValue();

    private final Policy workers;
    private final Clock clock;
    private final Activity activity;
    private volatile Runnable readOn = () -> {};

    /** The workers are stopped, and nothing more is to run here either. */
    private volatile boolean isStopped;

    /** Those that wait for their turn, or are in it. */
    private final Set<Lent> lent = ConcurrentHashMap.newKeySet();

    /** The time that turns took which are over, in ns. */
    private final AtomicLong taken = new AtomicLong();

    /** Whether it was said that as many last as may. Of the thread that tends. */
    private boolean isTold;

    Reading(Policy workers, Clock clock, Runnable onIdle) {
        this.workers = workers;
        this.clock = clock;
        this.activity = new Activity(onIdle);
    }

    /** Sets what has another thread read: {@link Links#readOn}. Before anything runs. */
    public void goesOnBy(Runnable another) {
        readOn = another;
    }

    @Override
    public String name() {
        return "READING";
    }

    /** Nothing more is run here; present turns go on. */
    void stop() {
        isStopped = true;
    }

    /** As to TASK: only what comes by links is run here. */
    @Override
    public void submit(Task task) {
        workers.submit(task);
    }

    /** The calling thread takes the packets of one read, from now on. */
    public void begins() {
        Context.current().reads(this);
    }

    /**
     * The calling thread has taken all packets.
     *
     * @param packets how many
     * @return what it is to run when nothing of the links is on its stack; null if there is nothing
     */
    public @Nullable Runnable ends(int packets) {
        Lent held = Context.current().hasRead();
        if (held != null && packets > FEW) {
            held.passOn();
            return null;
        }
        return held;
    }

    /** Holds a task that is submitted while packets are taken, if it is to run on this thread; null otherwise. It is counted then. */
    @Nullable
    Lent hold(Policy policy, Task task) {
        Cost cost = policy == workers ? task.cost() : null;
        if (cost == null || !cost.isLendable() || isStopped || lent.size() >= MOST) {
            return null;
        }
        activity.submitted();
        Lent held = new Lent(task);
        lent.add(held);
        return held;
    }

    /** {@return how long all turns here have taken so far, in ns} */
    public long nanos() {
        long now = clock.nanoTime();
        return taken.get() + lent.stream().mapToLong(each -> each.nanos(now)).sum();
    }

    @Override
    public List<Context> running() {
        return lent.stream()
                .map(each -> each.stand.context())
                .filter(Objects::nonNull)
                .toList();
    }

    /** {@return those turns that were seen by two tendings at least, each the same object as long as it lasts} */
    public List<Lasting> lasting() {
        return lent.isEmpty()
                ? List.of()
                : lent.stream()
                        .filter(each -> each.seen > 1)
                        .map(each -> (Lasting) each)
                        .toList();
    }

    /** A turn that has lasted, as others see it. */
    public interface Lasting {
        /** {@return the context of its thread; null if it is over} */
        @Nullable
        Context context();
    }

    @Override
    public void tend() {
        int away = 0;
        for (Lent each : lent) {
            each.tend();
            away += each.isReadOn ? 1 : 0;
        }
        if (away >= MOST && !isTold) {
            isTold = true;
            LOG.log(
                    WARNING,
                    "{0} handlers that were expected to be short keep threads that have read their mail, the most that"
                            + " one place has; until one returns the workers run what mail from other places wakes. Use"
                            + " VIRTUAL for what blocks",
                    String.valueOf(away));
        }
    }

    @Override
    public long idleStamp() {
        return activity.idleStamp();
    }

    /** A task, and its one turn on a thread of the links, unless it waits for that for too long. */
    final class Lent implements Runnable, Lasting {
        private final Task task;
        private final Activity.Stand stand = activity.stand();

        /** Set by whoever runs the task or passes it on. */
        private final AtomicBoolean isTaken = new AtomicBoolean();

        /** When its turn began; 0 before. */
        private volatile long began;

        /** How often it was seen in its turn. Changed by the thread that tends only. */
        private volatile int seen;

        /** Whether another thread reads instead. Of the thread that tends. */
        private boolean isReadOn;

        private Lent(Task task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (isStopped) {
                passOn(); // as all that was submitted too late
            } else if (isTaken.compareAndSet(false, true)) {
                began = clock.nanoTime();
                try {
                    stand.run(task);
                } finally {
                    lent.remove(this);
                    taken.addAndGet(nanos(clock.nanoTime()));
                    Thread.interrupted(); // what a task leaves is nobody else's
                }
            }
        }

        /** Has the workers run it, unless it has begun; returns whether they do. */
        boolean passOn() {
            boolean isMine = isTaken.compareAndSet(false, true);
            if (isMine) {
                lent.remove(this);
                workers.submit(task);
                activity.passedOn();
            }
            return isMine;
        }

        private long nanos(long now) {
            long since = began;
            return since == 0 ? 0 : now - since;
        }

        @Override
        public @Nullable Context context() {
            return stand.context();
        }

        void tend() {
            if (isReadOn || passOn()) {
                return;
            }
            int times = seen + 1;
            seen = times;
            if (times > 1) {
                Cost cost = task.cost();
                if (cost != null) {
                    cost.lasted();
                }
                readOn.run(); // tried again if there was no thread for it
                isReadOn = true;
            }
        }
    }
}
