package org.sojourn.kernel.sched;

import org.jspecify.annotations.Nullable;

/** Where a thread runs its tasks, so that others can see which one it runs. */
public final class Stand {
    /** Written by the thread that is in a turn here, read by observers; pairs with itself only. */
    private volatile @Nullable Context context;

    /** Runs a task. Until it returns, others see this thread's context here. */
    public void run(Task task) {
        context = Context.current();
        try {
            task.run();
        } finally {
            context = null;
        }
    }

    /** {@return the context of the present turn, or null between turns} For any thread. */
    public @Nullable Context context() {
        return context;
    }
}
