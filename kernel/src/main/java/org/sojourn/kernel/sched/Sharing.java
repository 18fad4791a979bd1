package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Bound;

/**
 * How much work of short turns may wait in a worker's queue before an idle worker is woken for it.
 *
 * <p>To wake a worker pays if it has something to do for a while. Where parts send to each other at random it finds a few turns, sleeps
 * again, and has had the parts that both workers use go from core to core. So the bound doubles when a worker was woken in vain, and is halved
 * at each tick. Work that others can share is shared again after some ticks; a program that never has any wakes somebody in vain about
 * once a tick.
 *
 * <p>Where a queue holds other tasks too, or an average turn takes longer than the least bound, that one holds: such tasks keep others
 * waiting, and whoever takes one has something to do.
 */
final class Sharing {
    private static final long LEAST = Bound.UNSHARED_WORK_NANOS.value();
    private static final long MOST = Bound.UNSHARED_WORK_MOST_NANOS.value();
    private static final long VAIN = Bound.VAIN_WAKING_NANOS.value();

    /** In nanoseconds. Racy: a lost change costs a waking, or a tick. */
    private volatile long bound = LEAST;

    /**
     * {@return whether so many turns of a worker are more than it should keep}
     *
     * @param isMixed whether tasks are among them whose turns aren't known as short
     */
    boolean isDue(int turns, Pace pace, boolean isMixed) {
        long nanos = isMixed ? pace.mixedNanos() : pace.nanos();
        return turns * nanos > (isMixed || nanos > LEAST ? LEAST : bound);
    }

    /** A worker that was woken for short turns has nothing more to do. */
    void ended(long nanos) {
        if (nanos < VAIN) {
            bound = Math.min(2 * bound, MOST);
        }
    }

    /** Called now and then while a place has work. */
    void tend() {
        long now = bound;
        if (now > LEAST) {
            bound = Math.max(now / 2, LEAST);
        }
    }
}
