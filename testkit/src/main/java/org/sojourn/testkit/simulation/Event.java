package org.sojourn.testkit.simulation;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Clock;

/** An event that is to happen. */
final class Event implements Comparable<Event>, Clock.Alarm {
    final long time;
    final long number;
    final String what;
    final int place;

    @Nullable
    Runnable action;

    Event(long time, long number, String what, int place, Runnable action) {
        this.time = time;
        this.number = number;
        this.what = what;
        this.place = place;
        this.action = action;
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
