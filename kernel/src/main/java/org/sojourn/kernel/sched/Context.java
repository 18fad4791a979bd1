package org.sojourn.kernel.sched;

import org.jspecify.annotations.Nullable;

/**
 * What the current thread is running. A worker enters a context around each task, so that code deep inside a handler
 * knows on whose behalf it acts.
 */
public final class Context {
    private static final ThreadLocal<Context> CURRENT = ThreadLocal.withInitial(Context::new);

    private @Nullable Task running;

    private Context() {}

    /**
     * Returns the context of the current thread.
     *
     * @return the same object for the life of the thread
     */
    public static Context current() {
        return CURRENT.get();
    }

    /**
     * Returns the task that this thread runs.
     *
     * @return the task, or null outside of any
     */
    public @Nullable Task running() {
        return running;
    }

    /**
     * Enters a task.
     *
     * @param task the task, or null to leave
     * @return the task that was running before, for {@link #enter} afterwards
     */
    public @Nullable Task enter(@Nullable Task task) {
        Task before = running;
        running = task;
        return before;
    }
}
