package org.sojourn.host.place;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.locks.LockSupport;
import org.sojourn.kernel.port.Workers;

/** A platform thread that runs one role in a loop, and parks while the role has nothing to do. */
final class RoleThread implements Workers.Own {
    private static final System.Logger LOG = System.getLogger(RoleThread.class.getName());

    private final Workers.Role role;
    private final Thread thread;
    private volatile boolean isEnded;

    /** When its present park began, or 0; and the time of those before. Written by the thread only. */
    private volatile long parkedSince;

    private volatile long parkedNanos;

    RoleThread(String name, Workers.Role role) {
        this.role = role;
        this.thread = new Thread(this::loop, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    private void loop() {
        while (!isEnded) {
            try {
                if (role.work()) {
                    continue;
                }
            } catch (Throwable e) { // a worker must outlive whatever a policy lets through
                LOG.log(ERROR, "a worker caught what no handler did", e);
                continue;
            }
            if (!isEnded) {
                park();
            }
        }
    }

    private void park() {
        long from = System.nanoTime();
        parkedSince = from;
        LockSupport.park(this);
        parkedSince = 0;
        long before = parkedNanos;
        parkedNanos = before + System.nanoTime() - from;
        Thread.interrupted(); // a stray interrupt mustn't make later parks return at once
    }

    /** The permit of park remembers one wake, as the port asks. */
    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void end() {
        isEnded = true;
        LockSupport.unpark(thread);
    }

    /** The time that it has spent parked, as seen by another thread: it may be off by one park. */
    long parkedNanos(long now) {
        long since = parkedSince;
        return parkedNanos + (since == 0 ? 0 : now - since);
    }
}
