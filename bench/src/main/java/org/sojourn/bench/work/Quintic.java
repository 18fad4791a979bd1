package org.sojourn.bench.work;

/** A polynomial of the fifth degree, and its integral. */
public final class Quintic {
    /** Where the integral begins. */
    public static final double FROM = -10;

    /** Where it ends. */
    public static final double TO = 10;

    /** By the antiderivative: -x - 2x^2 + x^3 - x^4/2 + x^5/5 + 2x^6/3. */
    public static final double INTEGRAL = 41_980;

    /**
     * By how much a sum of areas may differ from it: with 10,000 pieces of 0.002 the trapezoidal rule's error is 0.0027, which is
     * 0.002^2 / 12 times 8,120, the difference of the slopes at both ends.
     */
    public static final double TOLERANCE = 0.01;

    private Quintic() {}

    /**
     * A part of the whole.
     *
     * @param index of the part, from 0
     * @param parts how many there are
     * @param pieces into how many each is cut
     */
    public record Interval(int index, int parts, int pieces) {
        /**
         * Adds up the trapezoids of the pieces.
         *
         * @return the area below the polynomial
         */
        public double area() {
            double width = (TO - FROM) / parts / pieces;
            double left = FROM + index * (TO - FROM) / parts;
            double area = 0;
            double before = at(left);
            for (int i = 1; i <= pieces; i++) {
                double after = at(left + i * width);
                area += (before + after) / 2 * width;
                before = after;
            }
            return area;
        }
    }

    private static double at(double x) {
        return -1 + x * (-4 + x * (3 + x * (-2 + x * (1 + x * 4))));
    }
}
