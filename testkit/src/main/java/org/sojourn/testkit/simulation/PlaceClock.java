package org.sojourn.testkit.simulation;

import org.sojourn.kernel.port.Clock;

/** The clock of one simulated place: all places share the time, but alarms ring only where the process runs. */
final class PlaceClock implements Clock {
    private final Simulation simulation;
    private final SimulatedProcess process;

    PlaceClock(Simulation simulation, SimulatedProcess process) {
        this.simulation = simulation;
        this.process = process;
    }

    @Override
    public long nanoTime() {
        return simulation.nanoTime();
    }

    @Override
    public Alarm arm(long delayNanos, Runnable ring) {
        return process.schedule(delayNanos, "alarm", ring);
    }
}
