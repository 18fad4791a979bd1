package org.sojourn.bench.work;

import java.util.SplittableRandom;

/**
 * Keeps a processor busy for a while. A step is a sine. The suite calls {@link Math#random}, which takes about as long,
 * but has all threads change one word in memory, so that it would be measured how they fight for it.
 */
public final class BusyWait {
    private static final int LEAST_STEPS = 10;

    private final SplittableRandom random;
    /** Each step needs the last one's result, and somebody might ask for it: none is left out. */
    private double angle;

    /**
     * Makes one.
     *
     * @param seed the same gives the same times
     */
    public BusyWait(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /**
     * Draws a time by lot.
     *
     * @param rate the suite's word for how many times there are to draw from
     * @return in steps, 10 at least and less than 10 more than the rate
     */
    public int draw(int rate) {
        return random.nextInt(rate) + LEAST_STEPS;
    }

    /**
     * Is busy.
     *
     * @param steps how long
     */
    public void spin(int steps) {
        double turning = angle;
        for (int i = 0; i < steps; i++) {
            turning = Math.sin(turning + i);
        }
        angle = turning;
    }
}
