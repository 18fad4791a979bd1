package org.sojourn.bench;

import java.util.Arrays;
import java.util.List;

/**
 * What was measured one after the other, times or ratios.
 *
 * @param values one or more, all positive
 */
record Series(List<Double> values) {
    static Series of(double... values) {
        return new Series(Arrays.stream(values).boxed().toList());
    }

    double min() {
        return sorted()[0];
    }

    double max() {
        double[] sorted = sorted();
        return sorted[sorted.length - 1];
    }

    /** Returns the middle one, or the mean of the two in the middle. */
    double median() {
        double[] sorted = sorted();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double mean() {
        return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
    }

    /** Returns the standard deviation of a sample; of a single value it is 0. */
    double deviation() {
        double mean = mean();
        double squares = values.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        return Math.sqrt(squares / Math.max(1, values.size() - 1));
    }

    /** Returns the mean of ratios: of 2 and 1/2 it is 1. */
    double geometricMean() {
        return Math.exp(values.stream().mapToDouble(Math::log).sum() / values.size());
    }

    /** Returns how many times the least the greatest is. */
    double spread() {
        return max() / min();
    }

    private double[] sorted() {
        return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
