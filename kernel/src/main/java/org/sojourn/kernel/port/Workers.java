package org.sojourn.kernel.port;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run selectors. The kernel brings one {@link Role} per worker. A host runs each in a loop on a thread
 * of its own; testkit runs them step by step under a seed.
 */
public interface Workers {
    /** The body of a loop, run by a thread or stepped by a test. */
    interface Role {
        /**
         * Does a bounded amount of work.
         *
         * @return whether there may be more; after {@code false} the role isn't called until it is woken
         */
        boolean work();
    }

    interface Own {
        /** Makes its role run again, as {@link Workers#wake} does. */
        void wake();

        /** Ends the thread when its role returns next. May be called by the role itself. Idempotent. */
        void end();
    }

    /** {@return how many roles this port runs, at least 1} */
    int count();

    /** Starts to run the roles, exactly {@link #count} of them. */
    void start(Role[] roles);

    /**
     * Makes a role run again after it returned {@code false}. Of wakes that come while the role still runs, one is
     * remembered.
     *
     * <p>Memory effects: what happened before the wake happens-before the next {@link Role#work} of that role.
     */
    void wake(int worker);

    /**
     * Has another thread run a worker from now on, at once, with a role of its own: the present thread doesn't come
     * back from its role, and ends when it does. {@link #wake} means the new role from now on.
     *
     * @throws Error if the thread can't be started; then the present one goes on
     */
    void replace(int worker, Role role);

    /** {@return whether the thread of a worker waits rather than computes, as far as can be seen from outside} */
    boolean isWaiting(int worker);

    /**
     * Starts one more thread, which runs a role as workers do, until it is ended or the workers are stopped. It waits
     * to be woken.
     *
     * @param name for people
     */
    Own startOwn(String name, Role role);

    /** {@return why there are no virtual threads, a sentence; null if there are} */
    @Nullable
    String lacksVirtual();

    /**
     * Starts a virtual thread, which runs something and ends.
     *
     * <p>Memory effects: what happened before the call happens-before the run.
     *
     * @param name for people
     * @throws IllegalStateException if there are none
     */
    void startVirtual(String name, Runnable once);

    /**
     * Has the calling thread, which is no worker, wait while the workers go on. The event completes, or never does if
     * the workers are stopped.
     */
    void await(CompletableFuture<?> event);

    /**
     * Asked by a thread that is no worker before it waits for an event by itself. Where the workers have no threads of their own, the
     * caller runs them meanwhile.
     *
     * @param nanos how long at most; {@link Long#MAX_VALUE} if it waits for as long as it takes
     * @return whether that was done: the event is complete, or the time is over. False if workers go on by themselves
     * @throws IllegalStateException if it takes for ever
     */
    default boolean runsUntil(CompletableFuture<?> event, long nanos) {
        return false;
    }

    /** Lets each role finish its current {@code work()} and runs none any more. Idempotent; doesn't wait. */
    void stop();
}
