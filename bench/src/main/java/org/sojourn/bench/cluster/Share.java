package org.sojourn.bench.cluster;

/**
 * How much of a processor's time a process may use. The time is cut into periods of {@value #PERIOD_MICROS} us, as short as the least share allows: what waits
 * for the next period shouldn't be seen in what is measured.
 *
 * @param percent of one processor, {@value #LEAST_PERCENT} at least
 */
public record Share(double percent) {
    /** How long a period is, in microseconds. */
    public static final int PERIOD_MICROS = 10_000;

    /** Linux gives a group 1 ms of each period, or more. */
    public static final int LEAST_PERCENT = 10;

    private static final double WHOLE = 100;

    /**
     * Checks the bound.
     *
     * @throws IllegalArgumentException if it is too little
     */
    public Share {
        if (!(percent >= LEAST_PERCENT)) {
            throw new IllegalArgumentException(
                    "a share of " + percent + " % of a processor; Linux gives a group " + LEAST_PERCENT + " % or more");
        }
    }

    /** {@return microseconds of each period} */
    long quotaMicros() {
        return Math.round(PERIOD_MICROS * percent / WHOLE);
    }

    /** {@return half of it} */
    Share half() {
        return new Share(percent / 2);
    }
}
