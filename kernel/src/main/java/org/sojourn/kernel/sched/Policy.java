package org.sojourn.kernel.sched;

/** An execution policy: takes tasks that are ready and has workers run them. */
public interface Policy {
    /**
     * Makes a task run, once for each call. May be called by any thread.
     *
     * <p>Memory effects: what happened before the call happens-before the run.
     *
     * @param task the task
     */
    void submit(Task task);

    /**
     * Looks whether nothing is running or waiting to run.
     *
     * @return a value that isn't negative if so; if two looks return the same such value, nothing was submitted or ran
     *     at any time between them. Negative if something is running or waiting
     */
    long idleStamp();
}
