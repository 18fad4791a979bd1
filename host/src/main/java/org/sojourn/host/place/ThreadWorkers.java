package org.sojourn.host.place;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Workers;

/** One platform thread per worker. A worker without work parks; the time it doesn't is what the busy share is made of. */
final class ThreadWorkers implements Workers {
    private static final long STOP_LOOK_MILLIS = 100;

    private final String name;
    private final RoleThread[] threads;

    /** Threads besides the workers. */
    private final Set<RoleThread> own = ConcurrentHashMap.newKeySet();

    private volatile boolean stopped;

    private final long started = System.nanoTime();

    ThreadWorkers(String name, int count) {
        this.name = name;
        this.threads = new RoleThread[count];
    }

    @Override
    public int count() {
        return threads.length;
    }

    @Override
    public void start(Role[] roles) {
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new RoleThread(name + "-worker-" + i, roles[i]);
        }
        for (RoleThread thread : threads) {
            thread.start();
        }
    }

    /** The thread of a worker that has been started. */
    Thread thread(int worker) {
        return threads[worker].thread();
    }

    @Override
    public void wake(int worker) {
        threads[worker].wake();
    }

    @Override
    public Own startOwn(String role, Role loop) {
        RoleThread thread = new RoleThread(name + "-" + role, loop);
        own.add(thread);
        if (stopped) {
            thread.end();
        }
        thread.start();
        return new Own() {
            @Override
            public void wake() {
                thread.wake();
            }

            @Override
            public void end() {
                own.remove(thread);
                thread.end();
            }
        };
    }

    @Override
    public @Nullable String lacksVirtual() {
        return VirtualStart.lacks();
    }

    @Override
    public void startVirtual(String role, Runnable once) {
        if (!stopped) {
            VirtualStart.start(name + "-" + role, once);
        }
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
        for (RoleThread thread : threads) {
            if (thread != null) {
                thread.end();
            }
        }
        own.forEach(RoleThread::end);
    }

    /** The share of the time since the start in which workers ran, in thousandths. */
    int busyPermille() {
        long now = System.nanoTime();
        long parked = 0;
        for (RoleThread thread : threads) {
            parked += thread == null ? 0 : thread.parkedNanos(now);
        }
        long span = Math.max(1, (now - started) * threads.length);
        return (int) Math.max(0, Math.min(1000, (span - parked) * 1000 / span));
    }
}
