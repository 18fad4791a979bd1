package org.sojourn.host.place;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Workers;

/** One platform thread per worker. A worker without work parks; the time it doesn't is what the busy share is made of. */
final class ThreadWorkers implements Workers {
    private static final long STOP_LOOK_MILLIS = 100;

    private final String name;
    private final AtomicReferenceArray<@Nullable RoleThread> threads;

    /** How many threads have taken another's place. */
    private final AtomicInteger substitutes = new AtomicInteger();

    /** How long threads were parked that others have replaced, in ns. */
    private final AtomicLong parkedBefore = new AtomicLong();

    /** Threads besides the workers. */
    private final Set<RoleThread> own = ConcurrentHashMap.newKeySet();

    private volatile boolean stopped;

    private final long started = System.nanoTime();

    ThreadWorkers(String name, int count) {
        this.name = name;
        this.threads = new AtomicReferenceArray<>(count);
    }

    @Override
    public int count() {
        return threads.length();
    }

    @Override
    public void start(Role[] roles) {
        for (int i = 0; i < threads.length(); i++) {
            threads.set(i, new RoleThread(name + "-worker-" + i, roles[i]));
        }
        for (int i = 0; i < threads.length(); i++) {
            running(i).start();
        }
    }

    private RoleThread running(int worker) {
        return Objects.requireNonNull(threads.get(worker), "a worker that hasn't been started");
    }

    /** The thread of a worker that has been started. */
    Thread thread(int worker) {
        return running(worker).thread();
    }

    @Override
    public void wake(int worker) {
        running(worker).wake();
    }

    @Override
    public void replace(int worker, Role role) {
        RoleThread fresh =
                new RoleThread(name + "-worker-" + worker + "-substitute-" + substitutes.incrementAndGet(), role);
        RoleThread stuck = running(worker);
        threads.set(worker, fresh); // first, so that no wake for what it runs goes to the other
        if (stopped) {
            fresh.end(); // pairs with stop: one of the two sees the other
        }
        boolean isStarted = false;
        try {
            fresh.start();
            isStarted = true;
        } finally {
            if (!isStarted) {
                threads.set(worker, stuck);
            }
            if (isStarted || stopped) {
                stuck.end();
            }
        }
        parkedBefore.addAndGet(stuck.parkedNanos(System.nanoTime()));
    }

    @Override
    public boolean isWaiting(int worker) {
        return ThreadLook.at(thread(worker)).doing().isBlocking();
    }

    @Override
    public Own startOwn(String role, Role loop) {
        RoleThread thread = new RoleThread(name + "-" + role, loop);
        own.add(thread);
        if (stopped) {
            thread.end();
        }
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            own.remove(thread);
            throw e;
        }
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
        for (int i = 0; i < threads.length(); i++) {
            RoleThread thread = threads.get(i);
            if (thread != null) {
                thread.end();
            }
        }
        own.forEach(RoleThread::end);
    }

    /** The share of the time since the start in which workers ran, or others for so many nanoseconds in their stead, in thousandths. */
    int busyPermille(long byOthers) {
        long now = System.nanoTime();
        long parked = parkedBefore.get();
        for (int i = 0; i < threads.length(); i++) {
            RoleThread thread = threads.get(i);
            parked += thread == null ? 0 : thread.parkedNanos(now);
        }
        long span = Math.max(1, (now - started) * threads.length());
        return (int) Math.max(0, Math.min(1000, (span - parked + byOthers) * 1000 / span));
    }
}
