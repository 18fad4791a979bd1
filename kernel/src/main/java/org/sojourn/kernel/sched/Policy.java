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
     * Makes a task run soon: the current worker takes it next, or soon after its present turn, which is expected to be short;
     * so no other worker is woken for it alone. Called by other threads, it is {@link #submit}.
     *
     * @param task the task
     */
    void submitSoon(Task task);

    /** Wakes a worker if one is idle while work waits. For a host to call now and then: turns aren't always as short as expected. */
    void tend();

    /**
     * Looks whether nothing is running or waiting to run.
     *
     * @return a value that isn't negative if so; if two looks return the same such value, nothing was submitted or ran
     *     at any time between them. Negative if something is running or waiting
     */
    long idleStamp();
}
