package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The process in which one incarnation of a place runs, as its operating system sees it: it runs, is paused, or has ended.
 * Whatever happens at the place is an event of its process. What is due while it is paused happens when it goes on, in the order
 * in which it was due; what is due after its end never happens.
 */
final class SimulatedProcess {
    private final Simulation simulation;
    private final int place;
    private final List<Event> late = new ArrayList<>();
    private boolean isPaused;
    private boolean hasEnded;

    SimulatedProcess(Simulation simulation, int place) {
        this.simulation = simulation;
        this.place = place;
    }

    int place() {
        return place;
    }

    /** Schedules an event of this process. */
    Event schedule(long delayNanos, String what, Runnable action) {
        return simulation.schedule(delayNanos, what, this, action);
    }

    /** Whether an event that is due may happen now; if it may later, it is kept. */
    boolean takes(Event event) {
        if (isPaused && !hasEnded) {
            late.add(event);
        }
        return isRunning();
    }

    void pause() {
        isPaused = true;
    }

    void resume() {
        isPaused = false;
        late.forEach(simulation::again);
        late.clear();
    }

    /** It ends at once, paused or not. */
    void end() {
        hasEnded = true;
        late.clear();
    }

    boolean isRunning() {
        return !isPaused && !hasEnded;
    }

    boolean hasEnded() {
        return hasEnded;
    }
}
