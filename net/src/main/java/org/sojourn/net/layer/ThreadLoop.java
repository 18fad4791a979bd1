package org.sojourn.net.layer;

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

    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(Loop.telling(task, LOG));
        } catch (RejectedExecutionException e) {
            // The place has stopped.
        }
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        try {
            ScheduledFuture<?> future = thread.schedule(Loop.telling(task, LOG), delayNanos, TimeUnit.NANOSECONDS);
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
