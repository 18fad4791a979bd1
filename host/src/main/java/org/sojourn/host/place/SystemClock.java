package org.sojourn.host.place;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.port.Clock;

/** The JVM's clock, with one thread for alarms. */
final class SystemClock implements Clock {
    private static final System.Logger LOG = System.getLogger(SystemClock.class.getName());

    private final ScheduledThreadPoolExecutor alarms;

    SystemClock(String name) {
        alarms = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name + "-clock");
            thread.setDaemon(true);
            return thread;
        });
        alarms.setRemoveOnCancelPolicy(true);
        alarms.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Alarm arm(long delayNanos, Runnable ring) {
        try {
            ScheduledFuture<?> future =
                    alarms.schedule(() -> ring(ring), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) { // this place has stopped
            return () -> {};
        }
    }

    /** The future would keep what is thrown to itself, and nobody looks at that. */
    private static void ring(Runnable alarm) {
        try {
            alarm.run();
        } catch (RuntimeException | Error e) {
            LOG.log(ERROR, "an alarm has failed", e);
        }
    }

    void stop() {
        alarms.shutdown();
    }
}
