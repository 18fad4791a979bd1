package org.sojourn.kernel.sched;

import java.util.List;

/**
 * An execution policy: takes tasks that are ready and has threads run them. (The policies TASK, THREAD, MONITOR and SEQ, and
 * the pools that they are compared with, are those of G. Upadhyaya and H. Rajan, <i>Effectively Mapping Linguistic Abstractions
 * for Message-passing Concurrency to Threads on the Java Virtual Machine</i>, 2015, sections 2.4 and 3.)
 */
public interface Policy {
    /**
     * Returns the name that people see.
     *
     * @return in capitals
     */
    String name();

    /**
     * Returns who runs what can't run at once on the stack of whoever submits it.
     *
     * @return this, unless it is a policy that runs tasks there
     */
    default Policy queue() {
        return this;
    }

    /**
     * Makes the cost of one kind under this policy; it decides about inline sends.
     *
     * @return one that is never short, so that every message is queued
     */
    default Cost cost() {
        return new Cost(false);
    }

    /**
     * A task will never be submitted again. Called while it runs.
     *
     * @param task the task
     */
    default void gone(Task task) {}

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

    /**
     * Returns what this policy's threads are in the midst of.
     *
     * @return the context of each that is in a turn, at this moment; empty for a policy whose tasks run on others' threads
     */
    default List<Context> running() {
        return List.of();
    }

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
