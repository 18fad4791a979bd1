package org.sojourn.host.place;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.port.Clock;

/** The JVM's clock, with one thread for alarms. */
final class SystemClock implements Clock {
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
        if (alarms.isShutdown()) {
            return () -> {};
        }
        ScheduledFuture<?> future = alarms.schedule(ring, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    void stop() {
        alarms.shutdown();
    }
}
