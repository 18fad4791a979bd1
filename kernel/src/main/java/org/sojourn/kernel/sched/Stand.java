package org.sojourn.kernel.sched;

import org.jspecify.annotations.Nullable;

/** Where a thread runs its tasks, and others can see what it is in the midst of. */
final class Stand {
    /** Of the thread that is in a turn here. Written by that thread, read by whoever looks; pairs with itself only. */
    private volatile @Nullable Context context;

    void run(Task task) {
        context = Context.current();
        try {
            task.run();
        } finally {
            context = null;
        }
    }

    /** The context of the present turn, or null if there is none. */
    @Nullable
    Context context() {
        return context;
    }
}
