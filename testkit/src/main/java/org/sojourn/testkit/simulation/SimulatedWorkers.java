package org.sojourn.testkit.simulation;

import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.port.Workers;

/** Workers whose every {@code work()} is an event. */
final class SimulatedWorkers implements Workers {
    /** One call in so many takes {@value #PAUSE} times as long to begin: a worker that the machine has put aside. */
    private static final int PAUSE_EVERY = 64;

    private static final int PAUSE = 100;

    private final Simulation simulation;
    private final int place;
    private final int count;
    private final long mostNanos;
    private Role[] roles = {};
    private final boolean[] due;

    /** Several may be in their {@code work()}: a test that stops one midway has the others go on. */
    private final boolean[] running;

    private final boolean[] woken;
    private boolean isStopped;

    /** Workers that run or are about to. */
    private int busy;

    SimulatedWorkers(Simulation simulation, int place, int count, long mostNanos) {
        this.simulation = simulation;
        this.place = place;
        this.count = count;
        this.mostNanos = mostNanos;
        this.due = new boolean[count];
        this.running = new boolean[count];
        this.woken = new boolean[count];
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void start(Role[] all) {
        roles = all.clone();
        for (int i = 0; i < count; i++) {
            schedule(i);
        }
    }

    private void schedule(int worker) {
        if (!due[worker]) {
            due[worker] = true;
            busy++;
            long delay = simulation.between(0, mostNanos);
            simulation.schedule(
                    simulation.nextInt(PAUSE_EVERY) == 0 ? delay * PAUSE : delay, "worker", place, () -> work(worker));
        }
    }

    private void work(int worker) {
        if (isStopped) {
            due[worker] = false;
            busy--;
            return;
        }
        running[worker] = true;
        woken[worker] = false;
        boolean more = roles[worker].work();
        running[worker] = false;
        due[worker] = false;
        busy--;
        if (more || woken[worker]) {
            schedule(worker);
        }
    }

    @Override
    public void wake(int worker) {
        if (running[worker]) {
            woken[worker] = true;
        } else if (!isStopped) {
            schedule(worker);
        }
    }

    /** The only thread there is runs the simulation on while it waits. */
    @Override
    public void await(CompletableFuture<?> event) {
        while (!event.isDone() && !isStopped && simulation.step()) {
            // each step is an event
        }
    }

    @Override
    public void stop() {
        isStopped = true;
    }

    /** Whether a worker runs or is about to. */
    boolean isBusy() {
        return busy > 0 && !isStopped;
    }
}
