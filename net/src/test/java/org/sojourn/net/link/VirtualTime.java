package org.sojourn.net.link;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.sojourn.net.wire.Loop;

/** A clock and everything that is to happen, for all places of a simulation: one step at a time, chosen by time alone. */
public final class VirtualTime {
    private record Event(long time, long number, Runnable action) {}

    /** From its seed. */
    public final SplittableRandom random;

    private final PriorityQueue<Event> events = new PriorityQueue<>(
            (a, b) -> a.time != b.time ? Long.compare(a.time, b.time) : Long.compare(a.number, b.number));
    private long now;
    private long count;

    /**
     * Begins at zero.
     *
     * @param seed that of all that is random
     */
    public VirtualTime(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * Returns the time.
     *
     * @return nanoseconds
     */
    public long now() {
        return now;
    }

    /**
     * Has something happen.
     *
     * @param time when
     * @param action what
     */
    public void at(long time, Runnable action) {
        events.add(new Event(Math.max(now, time), count++, action));
    }

    /**
     * Runs until a condition holds.
     *
     * @param nanos for how long at most
     * @param condition looked at before each step
     * @return whether it did within the time
     */
    public boolean runUntil(long nanos, BooleanSupplier condition) {
        long end = now + nanos;
        while (!condition.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.time > end) {
                now = end;
                return condition.getAsBoolean();
            }
            events.remove();
            now = next.time;
            next.action.run();
        }
        return true;
    }

    void run(long nanos) {
        runUntil(nanos, () -> false);
    }

    /** Events that are still to come: timers, bytes. */
    int pending() {
        return events.size();
    }

    /**
     * Makes a loop in this time. An exception that leaves a task ends the simulation.
     *
     * @return another one each time
     */
    public Loop loop() {
        return new Loop() {
            @Override
            public void execute(Runnable task) {
                at(now, task);
            }

            @Override
            public Timer schedule(long delayNanos, Runnable task) {
                Event event = new Event(now + Math.max(0, delayNanos), count++, task);
                events.add(event);
                return () -> events.remove(event);
            }

            @Override
            public long nanoTime() {
                return now;
            }
        };
    }
}
