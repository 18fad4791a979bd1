package org.sojourn.net.wire;

/** One thread, or one step at a time: everything of one place's links happens here. */
public interface Loop {
    /** Something scheduled that can be taken back. */
    interface Timer {
        /** Takes it back; without effect when it has run. */
        void cancel();
    }

    /**
     * Runs something soon. May be called by any thread; keeps the order of calls by one thread.
     *
     * @param task what to run
     */
    void execute(Runnable task);

    /**
     * Runs something later. Called on the loop only.
     *
     * @param delayNanos nanoseconds from now
     * @param task what to run
     * @return the timer
     */
    Timer schedule(long delayNanos, Runnable task);

    /**
     * A task that says what it has thrown. An executor would keep that in a future which nobody looks at.
     *
     * @param task what to run
     * @param log where it says so
     * @return the same, which throws nothing
     */
    static Runnable telling(Runnable task, System.Logger log) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                log.log(System.Logger.Level.ERROR, "a task of the links has failed", e);
            }
        };
    }

    /**
     * Returns whether it lends its thread.
     *
     * @return whether {@link #lend} may be called
     */
    default boolean lends() {
        return false;
    }

    /**
     * Runs something that may last, soon, on the thread of the loop, which isn't the loop meanwhile. Called on the loop only.
     *
     * @param task what to run
     */
    default void lend(Runnable task) {
        throw new UnsupportedOperationException("this loop lends no thread");
    }

    /** If a thread is lent, another one is the loop from now on. May be called by any thread. */
    default void goOn() {}

    /**
     * Returns a monotone time.
     *
     * @return nanoseconds
     */
    long nanoTime();
}
