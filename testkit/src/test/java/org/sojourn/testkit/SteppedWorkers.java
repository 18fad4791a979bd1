package org.sojourn.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Workers that a test steps; a wake is only noted. */
final class SteppedWorkers extends WorkersAlone {
    private final int count;
    private Role[] roles = {};
    private boolean isShortOfThreads;
    private final List<Integer> woken = new CopyOnWriteArrayList<>();

    SteppedWorkers(int count) {
        this.count = count;
    }

    /** Has a worker run for a while; returns whether it may have more to do. */
    boolean work(int worker) {
        return roles[worker].work();
    }

    /** Whether no thread can take another's place. */
    void shortOfThreads(boolean isShort) {
        isShortOfThreads = isShort;
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
        woken.add(worker);
    }

    @Override
    public void replace(int worker, Role role) {
        if (isShortOfThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        roles[worker] = role;
    }

    @Override
    public void stop() {}
}
