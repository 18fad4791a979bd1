package org.sojourn.messengers.network;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends messengers that run for too long without a point at which they stop: they would keep their lane for ever. It looks only while lanes
 * run, once in the longest time that a messenger may take, and has a messenger that was running at two looks fail at its next jump back or
 * call. A Java method that doesn't return isn't ended by that; the host's watchdog names it.
 */
final class LoopWatch {
    private final Nodes place;
    private final long[] seen;

    /** Whether a look is due. */
    private final AtomicBoolean isArmed = new AtomicBoolean();

    LoopWatch(Nodes place, int lanes) {
        this.place = place;
        this.seen = new long[lanes];
    }

    /** A lane runs. By any thread. */
    void begin() {
        if (!isArmed.get() && isArmed.compareAndSet(false, true)) {
            arm();
        }
    }

    private void arm() {
        place.site().clock().arm(place.tuning().longest().toNanos(), this::look);
    }

    /** On the clock's thread. */
    private void look() {
        Lane[] lanes = place.lanes();
        for (int i = 0; i < lanes.length; i++) {
            long now = lanes[i].turn().begun();
            if (lanes[i].isBusy() && now != 0 && now == seen[i]) {
                lanes[i].turn().stop(now);
            }
            seen[i] = now;
        }
        isArmed.set(false); // before the looks that follow: a lane that wakes after its own arms by itself
        for (Lane each : lanes) {
            if (each.isBusy()) {
                begin();
            }
        }
    }
}
