package org.sojourn.bench.work;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Several series of the logistic map, each with its rate and its first term.
 *
 * @param series how many
 * @param terms how many are computed of each
 */
public record LogisticSeries(int series, int terms) {
    /** The suite's parameters. */
    public static final LogisticSeries SUITE = new LogisticSeries(10, 25_000);
    /** The rate of the first series. */
    public static final double RATE = 3.46;
    /** From one series to the next, of the rate and of the first term, which is 0 for the first series. */
    public static final double INCREMENT = 0.0025;

    /**
     * Returns a series' rate.
     *
     * @param index of the series, from 0
     * @return the rate
     */
    public double rate(int index) {
        return RATE + index * INCREMENT;
    }

    /**
     * Returns a series' first term.
     *
     * @param index of the series, from 0
     * @return the term
     */
    public double first(int index) {
        return index * INCREMENT;
    }

    /**
     * Computes a term.
     *
     * @param rate of the series
     * @param term the one before
     * @return the next
     */
    public static double next(double rate, double term) {
        return rate * term * (1 - term);
    }

    /**
     * Computes all terms without actors.
     *
     * @return the last of each series
     */
    public List<Double> last() {
        return IntStream.range(0, series)
                .mapToObj(index -> {
                    double term = first(index);
                    for (int i = 0; i < terms; i++) {
                        term = next(rate(index), term);
                    }
                    return term;
                })
                .toList();
    }
}
