package org.sojourn.testkit;

import java.util.function.IntConsumer;
import org.sojourn.testkit.simulation.Simulation;

/**
 * A machine that puts threads aside in the middle of an event, which the simulation by itself doesn't: at the points of a kernel class
 * at which a test has put {@link #HERE}, the place's workers, or whatever the test says, may go on before the thread that came there does.
 *
 * <p>What runs at the points is known by a system property, since the kernel that has them is a copy, which a loader of its own has loaded.
 */
final class Preemption {
    /** What is put into a kernel class that knows its site, where the thread holds no lock. */
    static final String HERE =
            "((java.util.function.IntConsumer) System.getProperties().get(\"sojourn.test.preemption.here\"))"
                    + ".accept(site.self().place());";

    private static final String KEY = "sojourn.test.preemption.here";

    /** At most so many turns are taken meanwhile. */
    private static final int TURNS = 8;

    private Preemption() {}

    /** From now on, and of this cluster. */
    static void begin(Simulation simulation) {
        begin(place -> {
            int turns = simulation.nextInt(TURNS);
            while (turns > 0 && simulation.preempt(place)) {
                turns--;
            }
        });
    }

    /** From now on, and of this cluster. What runs at the points is given: it gets the number of the place. */
    static void begin(IntConsumer here) {
        System.getProperties().put(KEY, here);
    }

    static void end() {
        System.getProperties().remove(KEY);
    }
}
