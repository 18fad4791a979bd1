package org.sojourn.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Enumerates schedules, instead of drawing them.
 *
 * <p>Whatever takes a time of its own, such as dialling, bytes on a connection, a view, or a worker that was woken, takes the
 * least, except at up to so many points where it takes the most. All choices of these points are run, fewest first: a run tells
 * how many points there are after the last one that it deviates at, and each of them is one more run. So what needs few things
 * to be late is found, and is found for certain. What happens by chance otherwise, such as a lost connection, doesn't.
 * (Delay-bounded scheduling: M. Emmi, S. Qadeer and Z. Rakamaric, <i>Delay-Bounded Scheduling</i>, POPL 2011.)
 *
 * <pre>{@code
 * Exploration all = new Exploration(2);
 * while (all.begin()) {
 *   ... cluster.simulation().explore(all); ...
 * }
 * }</pre>
 */
public final class Exploration {
    private static final int[] NONE = {};

    private final int bound;

    /** Runs to come: each is the points that it deviates at, ascending. The next is the one with the fewest. */
    private final Deque<int[]> open = new ArrayDeque<>();

    private int[] deviations = NONE;

    /** Points of the present run so far; -1 before the first run. */
    private int points = -1;

    /**
     * Begins with the run without deviations.
     *
     * @param bound at most so many deviations in one run
     */
    public Exploration(int bound) {
        this.bound = bound;
        open.add(NONE);
    }

    /**
     * Goes on to the next run.
     *
     * @return false if there is none
     */
    public boolean begin() {
        if (points >= 0 && deviations.length < bound) {
            int after = deviations.length == 0 ? 0 : deviations[deviations.length - 1] + 1;
            for (int point = after; point < points; point++) {
                int[] more = Arrays.copyOf(deviations, deviations.length + 1);
                more[deviations.length] = point;
                open.add(more);
            }
        }
        int[] next = open.poll();
        if (next == null) {
            return false;
        }
        deviations = next;
        points = 0;
        return true;
    }

    long delay(long least, long most) {
        if (least == most) {
            return least;
        }
        int point = points++;
        for (int each : deviations) {
            if (each == point) {
                return most;
            }
        }
        return least;
    }

    /**
     * Returns at which points the present run deviates.
     *
     * @return ascending numbers
     */
    public int[] deviations() {
        return deviations.clone();
    }

    /**
     * Makes an exploration of one run.
     *
     * @param deviations what {@link #deviations()} of the run has given
     * @return to begin once
     */
    public static Exploration replay(int... deviations) {
        Exploration one = new Exploration(0);
        one.open.clear();
        one.open.add(deviations.clone());
        return one;
    }
}
