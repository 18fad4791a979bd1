package org.sojourn.examples.mandelbrot;

/**
 * The part of the plane that the set is in, as points in rows. It is the same arithmetic on each machine, so a row is
 * the same wherever it is computed.
 *
 * @param width points in a row
 * @param most after so many steps a point counts as one of the set
 */
record Plane(int width, int most) {
    private static final double LEFT = -2.25;
    private static final double ACROSS = 3;
    private static final double TOP = 1.25;
    private static final double DOWN = 2.5;
    private static final double DISC = 4;

    /** {@return how many rows there are, one at least} */
    int height() {
        return Math.max(1, (int) Math.round(width * DOWN / ACROSS));
    }

    /**
     * Computes a row.
     *
     * @param y its number, from 0 at the top
     */
    Row row(int y) {
        int[] steps = new int[width];
        double imaginary = TOP - (y + 0.5) * DOWN / height();
        for (int x = 0; x < width; x++) {
            steps[x] = stepsAt(LEFT + (x + 0.5) * ACROSS / width, imaginary);
        }
        return new Row(y, steps);
    }

    /** After how many steps a point has left the disc in which the set is. */
    private int stepsAt(double real, double imaginary) {
        double a = 0;
        double b = 0;
        int steps = 0;
        while (steps < most && a * a + b * b <= DISC) {
            double next = a * a - b * b + real;
            b = 2 * a * b + imaginary;
            a = next;
            steps++;
        }
        return steps;
    }
}
