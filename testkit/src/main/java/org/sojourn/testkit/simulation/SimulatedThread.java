package org.sojourn.testkit.simulation;

import org.sojourn.kernel.port.Workers;

/** One role of a place's workers, and whether its next call is an event to come. */
final class SimulatedThread implements Workers.Own {
    private final SimulatedWorkers workers;
    private final Workers.Role role;
    private boolean isDue;
    private boolean isRunning;
    private boolean isWoken;
    private boolean isEnded;

    SimulatedThread(SimulatedWorkers workers, Workers.Role role) {
        this.workers = workers;
        this.role = role;
    }

    @Override
    public void wake() {
        if (isRunning) {
            isWoken = true;
        } else if (!isDue && !isEnded) {
            isDue = workers.begins(this::work);
        }
    }

    private void work() {
        boolean more = false;
        isWoken = false;
        if (!workers.isStopped() && !isEnded) {
            isRunning = true;
            boolean isTests = Thread.interrupted(); // the test's own thread runs the place
            more = role.work();
            if (isTests) {
                Thread.currentThread().interrupt();
            }
            isRunning = false;
        }
        isDue = false;
        workers.paused();
        if (more || isWoken) {
            wake();
        }
    }

    @Override
    public void end() {
        isEnded = true;
    }
}
