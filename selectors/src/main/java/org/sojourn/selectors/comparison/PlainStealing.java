package org.sojourn.selectors.comparison;

import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Task;

/**
 * The policy WORK_STEALING: the workers and queues of TASK without its inline sends. Every message is queued, and an idle
 * worker is woken for each task that becomes ready.
 */
final class PlainStealing implements Policy {
    private final String name;
    private final Policy workers;

    PlainStealing(String name, Policy workers) {
        this.name = name;
        this.workers = workers;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void submit(Task task) {
        workers.submit(task);
    }

    /** TASK's workers run everything, and TASK's stamp covers it. */
    @Override
    public long idleStamp() {
        return 0;
    }
}
