package org.sojourn.kernel.sched;

/** Something that a worker runs: usually a part that has mail. */
@FunctionalInterface
public interface Task {
    /** Runs for a bounded number of messages. Must not throw. */
    void run();

    /** Runs within the turn of another task, on its stack. Must not throw. */
    default void call(Context context) {
        run();
    }
}
