package org.sojourn.testkit.simulation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.kernel.port.Clock;

/**
 * The clock of one simulated place. Alarms ring only where the process runs.
 *
 * <p>Mostly all clocks show the simulation's time. A place may have a clock of its own instead: it starts at any number,
 * below zero too, runs at any speed between half and twice the simulation's, and while an alarm is armed it may jump ahead, as
 * the clock of a machine does that was asleep. Like {@link System#nanoTime} it never goes back. What a place tells another of
 * a time on its own clock is wrong there, and shows.
 */
final class PlaceClock implements Clock {
    private static final int PER_MILLION = 1_000_000;
    private static final int LEAST_SPEED = PER_MILLION / 2;
    private static final int MOST_SPEED = 2 * PER_MILLION;

    /** A year: far more than any time-out. */
    private static final long FARTHEST_START_NANOS = 365L * 86_400 * 1_000_000_000;

    /** So many of a million alarms see the clock jump before they ring. */
    private static final int JUMPS = 20_000;

    private final Simulation simulation;
    private final SimulatedProcess process;
    private final boolean isOwn;

    /** How fast the clock runs, beside the simulation's. */
    private final double speed;

    private final Set<Ring> armed = new LinkedHashSet<>();

    /** What the clock shows beyond the time that it has measured. */
    private long start;

    PlaceClock(Simulation simulation, SimulatedProcess process, boolean isOwn) {
        this.simulation = simulation;
        this.process = process;
        this.isOwn = isOwn;
        this.speed = isOwn ? (double) simulation.between(LEAST_SPEED, MOST_SPEED) / PER_MILLION : 1;
        this.start = isOwn ? simulation.between(-FARTHEST_START_NANOS, FARTHEST_START_NANOS) : 0;
    }

    @Override
    public long nanoTime() {
        return isOwn ? start + (long) (simulation.nanoTime() * speed) : simulation.nanoTime();
    }

    @Override
    public Alarm arm(long delayNanos, Runnable ring) {
        if (!isOwn) {
            return process.schedule(delayNanos, "alarm", ring);
        }
        long delay = Math.max(0, delayNanos);
        if (delay > 0 && simulation.happens(JUMPS)) {
            long jump = simulation.between(1, 2 * Math.min(delay, Long.MAX_VALUE / 4));
            process.schedule(simulation.between(0, untilMeasured(delay)), "jump", () -> jump(jump));
        }
        Ring made = new Ring(nanoTime() + delay, ring);
        armed.add(made);
        return made;
    }

    /** How long the simulation takes until this clock has measured a time. */
    private long untilMeasured(long nanos) {
        return (long) Math.min(Math.ceil(nanos / speed), Long.MAX_VALUE / 2);
    }

    private void jump(long nanos) {
        start += nanos;
        for (Ring each : List.copyOf(armed)) {
            each.again();
        }
    }

    /** An alarm by this clock. */
    private final class Ring implements Alarm {
        private final long due;
        private final Runnable action;
        private Event event;

        Ring(long due, Runnable action) {
            this.due = due;
            this.action = action;
            this.event = scheduled();
        }

        private Event scheduled() {
            return process.schedule(untilMeasured(Math.max(0, due - nanoTime())), "alarm", this::ring);
        }

        void again() {
            event.cancel();
            event = scheduled();
        }

        private void ring() {
            if (due - nanoTime() > 0) { // rounded
                again();
            } else if (armed.remove(this)) {
                action.run();
            }
        }

        @Override
        public void cancel() {
            armed.remove(this);
            event.cancel();
        }
    }
}
