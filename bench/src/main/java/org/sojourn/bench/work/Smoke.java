package org.sojourn.bench.work;

import java.util.SplittableRandom;

/**
 * What smokers have smoked.
 *
 * @param cigarettes how many
 * @param fingerprint a number that depends on who smoked for how long
 */
public record Smoke(long cigarettes, long fingerprint) {
    /** Nothing. */
    public static final Smoke NONE = new Smoke(0, 0);

    private static final int RATE = 1_000;

    /** Draws by lot who is the next to smoke, and for how long. */
    public static final class Lots {
        private final SplittableRandom who;
        private final BusyWait time;
        private final int smokers;

        /**
         * Makes one; the same numbers give the same lots.
         *
         * @param rounds how many are to be drawn
         * @param smokers how many there are
         */
        public Lots(int rounds, int smokers) {
            long seed = (long) rounds * smokers;
            this.who = new SplittableRandom(seed);
            this.time = new BusyWait(seed);
            this.smokers = smokers;
        }

        /**
         * Draws a smoker.
         *
         * @return from 0
         */
        public int smoker() {
            return who.nextInt(smokers);
        }

        /**
         * Draws a time.
         *
         * @return in steps of {@link BusyWait}
         */
        public int steps() {
            return time.draw(RATE);
        }
    }

    /**
     * Works out what the smokers will have smoked.
     *
     * @param rounds how many cigarettes
     * @param smokers how many smokers
     * @return all of it
     */
    public static Smoke expected(int rounds, int smokers) {
        Lots lots = new Lots(rounds, smokers);
        Smoke smoke = NONE;
        for (int i = 0; i < rounds; i++) {
            int smoker = lots.smoker();
            smoke = smoke.plus(smoker, lots.steps());
        }
        return smoke;
    }

    /**
     * Adds a cigarette.
     *
     * @param smoker who smoked it, from 0
     * @param steps for how long
     * @return the sum
     */
    public Smoke plus(int smoker, int steps) {
        return new Smoke(cigarettes + 1, fingerprint + (smoker + 1L) * steps);
    }

    /**
     * Adds what others have smoked.
     *
     * @param other theirs
     * @return the sum
     */
    public Smoke plus(Smoke other) {
        return new Smoke(cigarettes + other.cigarettes, fingerprint + other.fingerprint);
    }
}
