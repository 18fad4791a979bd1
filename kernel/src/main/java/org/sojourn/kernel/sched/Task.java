package org.sojourn.kernel.sched;

import org.jspecify.annotations.Nullable;

/** Something that a worker runs: usually a part that has mail. */
@FunctionalInterface
public interface Task {
    /** Runs for a bounded number of messages. Must not throw. */
    void run();

    /** {@return the task and what it is doing, for people} For other threads, while it runs: right if it has been at it for long. */
    default String describeWork() {
        return toString();
    }

    /** {@return what is known of how long its turns take; null if nobody measures that} For any thread. */
    default @Nullable Cost cost() {
        return null;
    }

    /** Runs within the turn of another task, on its stack. Must not throw. */
    default void call(Context context) {
        run();
    }
}
