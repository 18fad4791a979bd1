package org.sojourn.host.place;

import static java.lang.System.Logger.Level.ERROR;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.sojourn.kernel.port.Workers;

/** One platform thread per worker. A worker without work parks; the time it doesn't is what the busy share is made of. */
final class ThreadWorkers implements Workers {
    private static final System.Logger LOG = System.getLogger(ThreadWorkers.class.getName());

    private static final long STOP_LOOK_MILLIS = 100;

    private final String name;
    private final int count;
    private final Thread[] threads;
    private final AtomicLong parkedNanos = new AtomicLong();

    /** Per worker when its present park began, or 0. Read by the sampler only: it may be off by one park. */
    private final AtomicLongArray parkedSince;

    private volatile boolean stopped;

    private final long started = System.nanoTime();

    ThreadWorkers(String name, int count) {
        this.name = name;
        this.count = count;
        this.threads = new Thread[count];
        this.parkedSince = new AtomicLongArray(count);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void start(Role[] roles) {
        for (int i = 0; i < count; i++) {
            Role role = roles[i];
            int index = i;
            Thread thread = new Thread(() -> loop(index, role), name + "-worker-" + i);
            thread.setDaemon(true);
            threads[i] = thread;
        }
        for (Thread thread : threads) {
            thread.start();
        }
    }

    private void loop(int index, Role role) {
        while (!stopped) {
            try {
                if (role.work()) {
                    continue;
                }
            } catch (Throwable e) { // a worker must outlive whatever a policy lets through
                LOG.log(ERROR, "a worker caught what no handler did", e);
                continue;
            }
            long from = System.nanoTime();
            parkedSince.set(index, from);
            LockSupport.park(this);
            parkedSince.set(index, 0);
            parkedNanos.addAndGet(System.nanoTime() - from);
            boolean interrupted = Thread.interrupted(); // a stray interrupt mustn't make later parks return at once
            if (interrupted && stopped) {
                return;
            }
        }
    }

    /** The permit of park remembers one wake, as the port asks. */
    @Override
    public void wake(int worker) {
        LockSupport.unpark(threads[worker]);
    }

    /** Returns early when the workers are stopped, or the thread is interrupted; it stays so. */
    @Override
    public void await(CompletableFuture<?> event) {
        while (!stopped && !event.isDone()) {
            try {
                event.get(STOP_LOOK_MILLIS, MILLISECONDS);
            } catch (TimeoutException e) {
                // another look at whether the workers are stopped
            } catch (ExecutionException e) {
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void stop() {
        stopped = true;
        for (Thread thread : threads) {
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }

    /** The share of the time since the start in which workers ran, in thousandths. */
    int busyPermille() {
        long now = System.nanoTime();
        long parked = parkedNanos.get();
        for (int i = 0; i < count; i++) {
            long since = parkedSince.get(i);
            parked += since == 0 ? 0 : now - since;
        }
        long span = Math.max(1, (now - started) * count);
        return (int) Math.max(0, Math.min(1000, (span - parked) * 1000 / span));
    }
}
