package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Workers;

/**
 * The VIRTUAL policy: a task that is ready gets a virtual thread of its own, for one turn. Its handlers may block; an idle
 * task costs nothing, and one that nobody refers to can be collected.
 */
final class VirtualThreads implements Policy {
    private final Workers workers;
    private final Activity activity;

    VirtualThreads(Workers workers, Runnable onIdle) {
        this.workers = workers;
        this.activity = new Activity(onIdle);
    }

    @Override
    public String name() {
        return "VIRTUAL";
    }

    @Override
    public void submit(Task task) {
        activity.submitted();
        workers.startVirtual(task.toString(), () -> {
            try {
                task.run();
            } finally {
                activity.ran();
            }
        });
    }

    @Override
    public void submitSoon(Task task) {
        submit(task);
    }

    @Override
    public void tend() {
        // the JDK tends its own threads
    }

    @Override
    public long idleStamp() {
        return activity.idleStamp();
    }
}
