package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/** The suite's integral, from 1 to 5, by the trapezoidal rule with pieces of equal width. */
public final class TrapezoidRule {
    private static final double LEFT = 1;
    private static final double RIGHT = 5;
    private static final int SIMPSON_PIECES = 100_000;
    /** The integrand's second derivative stays below: 75^2 from the sine's argument, the rest at its greatest. */
    private static final double GREATEST_BEND = 5_000;
    /** What ten million roundings may add up to. */
    private static final double ROUNDING = 1e-9;

    private TrapezoidRule() {}

    /**
     * Pieces that lie side by side.
     *
     * @param left where the first begins
     * @param width of each
     * @param pieces how many
     */
    public record Share(double left, double width, int pieces) {
        /**
         * Takes some of the pieces.
         *
         * @param index which of the parts, from 0
         * @param parts how many parts there are, which differ by one piece at most
         * @return the part
         */
        public Share part(int index, int parts) {
            int from = (int) ((long) pieces * index / parts);
            int to = (int) ((long) pieces * (index + 1) / parts);
            return new Share(left + from * width, width, to - from);
        }

        /**
         * Adds up the trapezoids.
         *
         * @return the area
         */
        public double area() {
            double area = 0;
            double before = integrand(left);
            for (int i = 1; i <= pieces; i++) {
                double after = integrand(left + i * width);
                area += 0.5 * (before + after) * width;
                before = after;
            }
            return area;
        }
    }

    /**
     * Returns the whole interval.
     *
     * @param pieces how many to cut it into
     * @return all of them
     */
    public static Share whole(int pieces) {
        return new Share(LEFT, (RIGHT - LEFT) / pieces, pieces);
    }

    /**
     * Works out the integral by Simpson's rule, whose error at this width is below that of adding up.
     *
     * @return the integral
     */
    public static double integral() {
        double half = (RIGHT - LEFT) / SIMPSON_PIECES / 2;
        double sum = 0;
        for (int i = 0; i < SIMPSON_PIECES; i++) {
            double left = LEFT + 2 * i * half;
            sum += integrand(left) + 4 * integrand(left + half) + integrand(left + 2 * half);
        }
        return sum * half / 3;
    }

    /**
     * Checks an area.
     *
     * @param whole the pieces that it should cover
     * @param integral what it approximates
     * @param area what the parts add up to
     * @throws org.sojourn.bench.WrongAnswerException if it is farther off than the rule's error and rounding explain
     */
    public static void check(Share whole, double integral, double area) {
        double error = (RIGHT - LEFT) / 12 * whole.width() * whole.width() * GREATEST_BEND;
        Answers.same("area", integral, area, error + ROUNDING);
    }

    private static double integrand(double x) {
        return Math.sin(x * x * x - 1) / (x + 1) * Math.sqrt(1 + Math.exp(Math.sqrt(2 * x)));
    }
}
