package org.sojourn.testkit.simulation;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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
    private final Seat[] seats;
    private boolean isStopped;

    /** Workers that run or are about to. */
    private int busy;

    SimulatedWorkers(Simulation simulation, int place, int count, long mostNanos) {
        this.simulation = simulation;
        this.place = place;
        this.count = count;
        this.mostNanos = mostNanos;
        this.seats = new Seat[count];
    }

    /** One role, and whether its next call is an event to come. */
    private final class Seat implements Own {
        private final Role role;
        private boolean isDue;
        private boolean isRunning;
        private boolean isWoken;
        private boolean isEnded;

        Seat(Role role) {
            this.role = role;
        }

        @Override
        public void wake() {
            if (isRunning) {
                isWoken = true;
            } else if (!isDue && !isStopped && !isEnded) {
                isDue = true;
                busy++;
                later(this::work);
            }
        }

        private void work() {
            boolean more = false;
            isWoken = false;
            if (!isStopped && !isEnded) {
                isRunning = true;
                more = role.work();
                isRunning = false;
            }
            isDue = false;
            busy--;
            if (more || isWoken) {
                wake();
            }
        }

        @Override
        public void end() {
            isEnded = true;
        }
    }

    private void later(Runnable action) {
        long delay = simulation.between(0, mostNanos);
        simulation.schedule(simulation.nextInt(PAUSE_EVERY) == 0 ? delay * PAUSE : delay, "worker", place, action);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void start(Role[] all) {
        for (int i = 0; i < count; i++) {
            seats[i] = new Seat(all[i]);
            seats[i].wake();
        }
    }

    @Override
    public void wake(int worker) {
        seats[worker].wake();
    }

    @Override
    public Own startOwn(String name, Role role) {
        return new Seat(role);
    }

    /** A simulated thread costs as much as a virtual one. */
    @Override
    public @Nullable String lacksVirtual() {
        return null;
    }

    @Override
    public void startVirtual(String name, Runnable once) {
        new Seat(() -> {
                    once.run();
                    return false;
                })
                .wake();
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
