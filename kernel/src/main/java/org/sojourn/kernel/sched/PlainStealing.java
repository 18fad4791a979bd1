package org.sojourn.kernel.sched;

/**
 * The WORK_STEALING policy, to compare with: the workers and queues of TASK, and nothing else of it. Every message is
 * queued, and an idle worker is woken for each task that becomes ready.
 */
final class PlainStealing implements Policy {
    private final Policy workers;

    PlainStealing(Policy workers) {
        this.workers = workers;
    }

    @Override
    public String name() {
        return "WORK_STEALING";
    }

    @Override
    public void submit(Task task) {
        workers.submit(task);
    }

    @Override
    public void submitSoon(Task task) {
        workers.submit(task);
    }

    @Override
    public void tend() {
        // the workers are tended as TASK's
    }

    /** What runs here runs on TASK's workers, and is seen there. */
    @Override
    public long idleStamp() {
        return 0;
    }
}
