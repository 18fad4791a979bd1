package org.sojourn.net.link;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.sojourn.net.wire.Loop;

/** A clock and everything that is to happen, for all places of a simulation: one step at a time, chosen by time alone. */
public final class VirtualTime {
    private record Event(long time, long number, Runnable action) {}

    public final SplittableRandom random;
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            (a, b) -> a.time != b.time ? Long.compare(a.time, b.time) : Long.compare(a.number, b.number));
    private long now;
    private long count;

    public VirtualTime(long seed) {
        random = new SplittableRandom(seed);
    }

    public long now() {
        return now;
    }

    public void at(long time, Runnable action) {
        events.add(new Event(Math.max(now, time), count++, action));
    }

    /** Runs until the condition holds; returns whether it did within the time. */
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

    /** A loop in this time. An exception that leaves a task ends the simulation. */
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
