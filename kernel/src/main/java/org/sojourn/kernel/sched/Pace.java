package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Clock;

/**
 * About how long the turns of a worker take, as one in {@value #EVERY} shows: an average of all, and one of those that aren't known to be
 * short. Their share changes from moment to moment: an average of all would say little about a queue that holds such tasks.
 *
 * <p>Written by the worker. Others may see an old value.
 */
final class Pace {
    private static final int EVERY = 16;

    /** The assumed length of a turn until one is measured. */
    private static final long FIRST_NANOS = 1_000;

    private int count;
    private long nanos = FIRST_NANOS;
    private long lastingNanos = FIRST_NANOS;

    /** Runs a task that may be measured. */
    void run(Task task, Clock clock) {
        if (++count % EVERY != 0) {
            task.run();
            return;
        }
        Cost cost = task.cost(); // before its turn, as it was when it was queued
        boolean isShort = cost != null && cost.isBrief();
        long began = clock.nanoTime();
        task.run();
        long took = clock.nanoTime() - began;
        nanos = next(nanos, took);
        if (!isShort) {
            lastingNanos = next(lastingNanos, took);
        }
    }

    /** A turn during which the machine ran something else counts as a somewhat longer one. */
    private static long next(long average, long took) {
        return average + (Math.min(took, 4 * average + FIRST_NANOS) - average) / 4;
    }

    /** {@return about how long a turn takes} */
    long nanos() {
        return nanos;
    }

    /** {@return about how long each turn of a queue takes that holds tasks which aren't known to be short} */
    long mixedNanos() {
        return Math.max(nanos, lastingNanos);
    }
}
