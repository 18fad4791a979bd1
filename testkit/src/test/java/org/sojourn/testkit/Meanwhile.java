package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.testkit.simulation.Simulation;

/** Code of a selector that takes long: all others go on meanwhile, on another thread, since this one is in the midst of a turn. */
final class Meanwhile {
    private Meanwhile() {}

    /**
     * Has the others go on. To be called in a turn.
     *
     * @param nanos for so long, in virtual time
     * @param first what the other thread does first
     * @return what went wrong meanwhile, in words
     */
    static List<String> othersGoOn(Simulation all, long nanos, Runnable first) {
        long until = all.nanoTime() + nanos;
        List<String> failed = new ArrayList<>();
        Thread others = new Thread(() -> {
            first.run();
            while (all.step(until)) {
                // each step is an event
            }
        });
        others.setUncaughtExceptionHandler((thread, failure) -> failed.add("failed meanwhile: " + failure));
        others.start();
        try {
            others.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the others go on", e);
        }
        return failed;
    }
}
