package org.sojourn.examples.trapezoid;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The integral of e^x sin x from 0 to pi by the trapezoidal rule with pieces of equal width.
 *
 * <p>Its value is (e^pi + 1) / 2, and the rule's error is known as well: h^2 / 12 times the difference of the
 * integrand's slope at the two ends, which makes h^2 / 6 relative to the value. So the answer is checked twice:
 * against the value, and against how far from it the rule should be.
 *
 * @param pieces how many pieces
 */
record Integral(int pieces) {
    static final double VALUE = (Math.exp(Math.PI) + 1) / 2;

    /** What rounding may add to the relative error: some hundred units in the last place of the summed doubles. */
    private static final double ROUNDING = 1e-13;

    /**
     * A worker's share.
     *
     * @param index its place in the order of shares, from 0
     * @param pieces the pieces of the whole interval
     * @param from the first piece
     * @param to the piece after the last
     */
    record Share(int index, int pieces, int from, int to) {
        double sum() {
            double width = Math.PI / pieces;
            double sum = (integrand(from * width) + integrand(to * width)) / 2;
            double lost = 0;
            for (int i = from + 1; i < to; i++) {
                // Kahan's summation: ten million roundings would otherwise hide the error of the rule.
                double next = integrand(i * width) - lost;
                double total = sum + next;
                lost = total - sum - next;
                sum = total;
            }
            return sum * width;
        }
    }

    /** Cuts the interval into shares that differ by one piece at most. */
    List<Share> shares(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Share(i, pieces, edge(i, count), edge(i + 1, count)))
                .toList();
    }

    /** Returns how far a sum is from the integral's value, relative to that value. */
    static double relativeError(double sum) {
        return Math.abs(sum - VALUE) / VALUE;
    }

    /** Returns the largest relative error that the rule and rounding explain. */
    double expectedError() {
        double width = Math.PI / pieces;
        return width * width / 6 + ROUNDING;
    }

    private int edge(int share, int count) {
        return (int) ((long) pieces * share / count);
    }

    private static double integrand(double x) {
        return Math.exp(x) * Math.sin(x);
    }
}
