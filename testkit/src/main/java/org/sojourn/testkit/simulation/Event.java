package org.sojourn.testkit.simulation;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Clock;

/** An event that is to happen. */
final class Event implements Comparable<Event>, Clock.Alarm {
    /** What the turns of workers are called. */
    static final String WORKER = "worker";

    /** When; later than planned if its process was paused then. */
    long time;

    long number;
    final String what;
    final int place;

    /** What it happens in; null if it comes from outside of all places. */
    final @Nullable SimulatedProcess process;

    @Nullable
    Runnable action;

    Event(long time, long number, String what, int place, @Nullable SimulatedProcess process, Runnable action) {
        this.time = time;
        this.number = number;
        this.what = what;
        this.place = place;
        this.process = process;
        this.action = action;
    }

    boolean isOfWorker(int which) {
        return place == which && action != null && what.equals(WORKER);
    }

    @Override
    public int compareTo(Event other) {
        int byTime = Long.compare(time, other.time);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public void cancel() {
        action = null;
    }

    @Override
    public String toString() {
        return time / 1_000 + " us: " + what + " at p" + place;
    }
}
