package org.sojourn.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** What comes to a process from another place, one after the other; while the way is cut it waits, and keeps its order. */
final class Arrivals {
    private final SimulatedNetwork network;
    private final int from;
    private final SimulatedProcess to;
    private final Queue<Runnable> held = new ArrayDeque<>();

    Arrivals(SimulatedNetwork network, int from, SimulatedProcess to) {
        this.network = network;
        this.from = from;
        this.to = to;
    }

    void add(long delayNanos, String what, Runnable arrival) {
        to.schedule(delayNanos, what, () -> {
            if (held.isEmpty() && isOpen()) {
                arrival.run();
            } else {
                held.add(arrival);
            }
        });
    }

    private boolean isOpen() {
        return network.isOpen(from, to.place());
    }

    /** Ways have changed. */
    void goOn() {
        if (!held.isEmpty() && isOpen()) {
            to.schedule(0, "healed", () -> {
                while (!held.isEmpty() && isOpen()) {
                    held.remove().run();
                }
            });
        }
    }
}
