package org.sojourn.testkit.simulation;

import org.sojourn.kernel.port.Clock;

/** The clock of one simulated place: all places share the time, but the alarms of a dead one don't ring. */
final class PlaceClock implements Clock {
    private final Simulation simulation;
    private final int place;
    private boolean isStopped;

    PlaceClock(Simulation simulation, int place) {
        this.simulation = simulation;
        this.place = place;
    }

    @Override
    public long nanoTime() {
        return simulation.nanoTime();
    }

    @Override
    public Alarm arm(long delayNanos, Runnable ring) {
        return simulation.schedule(delayNanos, "alarm", place, () -> {
            if (!isStopped) {
                ring.run();
            }
        });
    }

    void stop() {
        isStopped = true;
    }
}
