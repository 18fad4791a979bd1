package org.sojourn.host.place;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.locks.LockSupport;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Workers;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Context.Carrier;

/**
 * A platform thread that runs one role in a loop, and parks while the role has nothing to do.
 *
 * <p>To park and to be woken takes tens of microseconds of two threads. Where work comes in shorter intervals, as between the
 * two ends of a pipeline, the thread looks out for its wake for a while before it parks. Whether that is so it learns from how
 * its last waits have ended: one that never ends soon costs no more than a look.
 */
final class RoleThread implements Workers.Own {
    private static final System.Logger LOG = System.getLogger(RoleThread.class.getName());

    private final Workers.Role role;
    private final Thread thread;
    private volatile boolean isEnded;

    /** How long a worker looks for work before it parks. */
    private static final long LOOK_OUT_NANOS = Bound.LOOK_BEFORE_PARK_NANOS.value();

    /** So many looks come between two at the clock. */
    private static final int LOOKS = 64;

    /** A wait that was shorter, the waking included, would have been worth the looking out. */
    private static final long SHORT_NANOS = 4 * LOOK_OUT_NANOS;

    /** From this score on, waits are expected to be short. */
    private static final int WORTH_IT = 2;

    private static final int HIGHEST_SCORE = 4;

    /** Where another thread could run instead there is nothing to gain from looking out. */
    private static final boolean HAS_CORES = Runtime.getRuntime().availableProcessors() > 1;

    /** About how many of the last waits were short. Used by this thread only. */
    private int shortWaits;

    /** Set by a waker before it looks whether the thread is parked. */
    private volatile boolean isWoken;

    /** Set by the thread before it parks, and before its last look at whether it was woken. */
    private volatile boolean isParked;

    /** When its present park began, or 0; and the time of those before. Written by the thread only. */
    private volatile long parkedSince;

    private volatile long parkedNanos;

    RoleThread(String name, Workers.Role role) {
        this.role = role;
        this.thread = new Carrying(this::loop, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    private void loop() {
        while (!isEnded) {
            try {
                if (role.work()) {
                    continue;
                }
            } catch (Throwable e) { // a worker must outlive whatever a policy lets through
                LOG.log(ERROR, "a worker caught an exception that no handler caught", e);
                continue;
            }
            if (!isEnded) {
                park();
            }
        }
    }

    private void park() {
        long from = System.nanoTime();
        parkedSince = from;
        boolean isWorthIt = shortWaits >= WORTH_IT && HAS_CORES;
        boolean isSeen = isWorthIt && looksOut(from);
        if (!isSeen) {
            isParked = true;
            // Pairs with wake: parked written first, woken read second.
            while (!isWoken && !isEnded) {
                LockSupport.park(this);
                Thread.interrupted(); // a stray interrupt mustn't make later parks return at once
            }
            isParked = false;
        }
        isWoken = false;
        parkedSince = 0;
        long took = System.nanoTime() - from;
        long before = parkedNanos; // this thread alone writes it
        parkedNanos = before + took;
        if (isWorthIt && !isSeen) {
            shortWaits = 0;
        } else {
            shortWaits = took < SHORT_NANOS ? Math.min(HIGHEST_SCORE, shortWaits + 1) : Math.max(0, shortWaits - 1);
        }
    }

    /** Returns whether it was woken, or ended, soon. */
    private boolean looksOut(long from) {
        do {
            for (int i = 0; i < LOOKS; i++) {
                if (isWoken || isEnded) {
                    return true;
                }
                Thread.onSpinWait();
            }
        } while (System.nanoTime() - from < LOOK_OUT_NANOS);
        return false;
    }

    /** One wake is remembered, as the port asks. */
    @Override
    public void wake() {
        isWoken = true;
        // Pairs with park: woken written first, parked read second.
        if (isParked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void end() {
        isEnded = true;
        LockSupport.unpark(thread);
    }

    /** The time that it has spent parked, as seen by another thread: it may be off by one park. */
    long parkedNanos(long now) {
        long since = parkedSince;
        return parkedNanos + (since == 0 ? 0 : now - since);
    }

    private static final class Carrying extends Thread implements Carrier {
        private final Context context = new Context(this);

        Carrying(Runnable loop, String name) {
            super(loop, name);
        }

        @Override
        public Context context() {
            return context;
        }
    }
}
