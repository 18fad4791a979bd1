package org.sojourn.kernel.port;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run selectors. The kernel brings one {@link Role} per worker; this port runs each in a loop, on a
 * thread of its own (host) or step by step under a seed (testkit).
 */
public interface Workers {
    /** A loop body that can be run by a thread or stepped by a test. */
    interface Role {
        /**
         * Does a bounded amount of work.
         *
         * @return whether there may be more to do; after {@code false} the role isn't called again until it is woken
         */
        boolean work();
    }

    /** One more thread, besides the workers. */
    interface Own {
        /** Makes its role run again, as {@link Workers#wake} does. */
        void wake();

        /** Ends the thread when its role returns next. May be called by the role itself. Idempotent. */
        void end();
    }

    /** {@return how many roles this port runs, at least 1} */
    int count();

    /**
     * Starts to run the roles.
     *
     * @param roles exactly {@link #count} roles
     */
    void start(Role[] roles);

    /**
     * Makes a role run again after it returned {@code false}. A wake that comes while the role still runs is
     * remembered, at most one.
     *
     * <p>Memory effects: what happened before the wake happens-before the next {@link Role#work} of that role.
     *
     * @param worker the index of the role
     */
    void wake(int worker);

    /**
     * Has another thread run a worker from now on, with a role of its own, since the present one doesn't come back from
     * its role. The present one ends when it does.
     *
     * @param worker the index of the role
     * @param role what the new thread runs, at once; {@link #wake} means this one from now on
     * @throws Error if the thread can't be started; then the present one goes on
     */
    void replace(int worker, Role role);

    /**
     * {@return whether the thread of a worker waits, rather than computes, as far as can be seen from outside}
     *
     * @param worker the index of its role
     */
    boolean isWaiting(int worker);

    /**
     * Starts one more thread, which runs a role as the workers run theirs, until it is ended or the workers are stopped.
     *
     * @param name for people
     * @param role its role
     * @return the thread; it waits to be woken
     */
    Own startOwn(String name, Role role);

    /** {@return a sentence that says why there are no virtual threads, or null if there are} */
    @Nullable
    String lacksVirtual();

    /**
     * Starts a virtual thread.
     *
     * <p>Memory effects: what happened before the call happens-before the run.
     *
     * @param name for people
     * @param once what it runs before it ends
     * @throws IllegalStateException if there are none
     */
    void startVirtual(String name, Runnable once);

    /**
     * Has the calling thread, which is no worker, wait for an event while the workers go on.
     *
     * @param event completes, or never if the workers are stopped
     */
    void await(CompletableFuture<?> event);

    /** Lets each role finish its current {@code work()}, then runs none any more. Idempotent; doesn't wait. */
    void stop();
}
