package org.sojourn.bench.work;

/** Squares of points of the plane, side by side, and how long each point takes to leave the Mandelbrot set's disc. */
public final class MandelbrotSet {
    /** After so many steps a point counts as one that stays. */
    public static final int MOST_STEPS = 255;

    private static final double LEFT = -2.25;
    private static final double WIDTH = 3;
    private static final double TOP = -1.25;
    private static final double HEIGHT = 2.5;
    private static final double DISC = 4;

    private final double across;
    private final double down;

    /**
     * Lays a grid over the part of the plane that the set is in.
     *
     * @param squares how many, side by side
     * @param points of all squares together, as many for each
     */
    public MandelbrotSet(int squares, long points) {
        double side = Math.sqrt((double) points / squares);
        this.across = WIDTH / (side * squares);
        this.down = HEIGHT / side;
    }

    /**
     * Looks at a point.
     *
     * @param x its column, over all squares
     * @param y its row
     * @return after how many steps it is outside, {@link #MOST_STEPS} at most
     */
    public int stepsAt(int x, int y) {
        double real = LEFT + x * across;
        double imaginary = TOP + y * down;
        double a = 0;
        double b = 0;
        int steps = 0;
        while (steps < MOST_STEPS && a * a + b * b <= DISC) {
            double next = a * a - b * b + real;
            b = 2 * a * b + imaginary;
            a = next;
            steps++;
        }
        return steps;
    }

    /**
     * Looks at all points without actors.
     *
     * @param squares how many
     * @param side points along a side of each
     * @return the steps of all
     */
    public static long steps(int squares, int side) {
        MandelbrotSet set = new MandelbrotSet(squares, (long) squares * side * side);
        long steps = 0;
        for (int x = 0; x < squares * side; x++) {
            for (int y = 0; y < side; y++) {
                steps += set.stepsAt(x, y);
            }
        }
        return steps;
    }
}
