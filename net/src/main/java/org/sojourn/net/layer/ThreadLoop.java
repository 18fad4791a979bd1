package org.sojourn.net.layer;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sojourn.net.wire.Loop;

/** A loop with a thread of its own. After its end nothing runs any more, and nobody is told. */
final class ThreadLoop implements Loop {
    private static final System.Logger LOG = System.getLogger(ThreadLoop.class.getName());

    private final ScheduledThreadPoolExecutor thread;

    ThreadLoop(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setRemoveOnCancelPolicy(true);
    }

    /** A pool would keep what a task throws to itself. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.log(ERROR, "a task of a communication layer''s wire has failed", e);
            }
        };
    }

    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            // The place has stopped.
        }
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        try {
            ScheduledFuture<?> future = thread.schedule(guarded(task), delayNanos, TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Ends the thread when it has run what was to run now. */
    void end() {
        thread.shutdown();
    }
}
