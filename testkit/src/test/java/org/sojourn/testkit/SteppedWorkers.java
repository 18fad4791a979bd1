package org.sojourn.testkit;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Workers that a test steps; a wake is only noted. */
final class SteppedWorkers extends WorkersAlone {
    private final int count;
    private Role[] roles = {};
    private int threadsLeft = Integer.MAX_VALUE;
    private boolean isShortOfStack;
    private final List<Integer> woken = new CopyOnWriteArrayList<>();

    SteppedWorkers(int count) {
        this.count = count;
    }

    /** Has a worker run for a while; returns whether it may have more to do. */
    boolean work(int worker) {
        return roles[worker].work();
    }

    /** Has a worker run until it finds nothing, on a new thread: each has one worker, and a pool's may run another's task while it waits. */
    void workElsewhere(int worker) {
        CompletableFuture.runAsync(
                        () -> {
                            while (work(worker)) {
                                // it may have more to do
                            }
                        },
                        body -> new Thread(body, "worker-" + worker).start())
                .join();
    }

    /** How many more threads can take another's place. */
    void threadsLeft(int count) {
        threadsLeft = count;
    }

    /** Whether a thread that wakes another finds its stack full. */
    void shortOfStack(boolean isShort) {
        isShortOfStack = isShort;
    }

    boolean wasWoken(int worker) {
        return woken.contains(worker);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void start(Role[] all) {
        roles = all.clone();
    }

    @Override
    public void wake(int worker) {
        if (isShortOfStack) {
            throw new StackOverflowError("the sender's");
        }
        woken.add(worker);
    }

    @Override
    public void replace(int worker, Role role) {
        if (threadsLeft-- <= 0) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        roles[worker] = role;
    }

    @Override
    public void stop() {}
}
