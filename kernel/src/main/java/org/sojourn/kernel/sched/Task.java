package org.sojourn.kernel.sched;

/** Something that a worker runs: usually a part that has mail. */
@FunctionalInterface
public interface Task {
    /** Runs for a bounded number of messages. Must not throw. */
    void run();

    /** {@return the task and what it is doing, for people} For other threads, while it runs: right if it has been at it for long. */
    default String describeWork() {
        return toString();
    }

    /** Runs within the turn of another task, on its stack. Must not throw. */
    default void call(Context context) {
        run();
    }
}
