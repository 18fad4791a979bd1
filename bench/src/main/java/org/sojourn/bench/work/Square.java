package org.sojourn.bench.work;

/**
 * A square with upright sides, which has four quarters: 0 and 1 below, left and right, 2 and 3 above them.
 *
 * @param low the lower left corner
 * @param side how long a side is
 */
public record Square(Point low, double side) {
    /** How many quarters there are. */
    public static final int QUARTERS = 4;

    /**
     * Returns the point in which the four quarters meet.
     *
     * @return the centre
     */
    public Point centre() {
        return new Point(low.x() + side / 2, low.y() + side / 2);
    }

    /**
     * Returns a quarter.
     *
     * @param index which, 0 to 3
     * @return a square
     */
    public Square quarter(int index) {
        double half = side / 2;
        return new Square(new Point(low.x() + index % 2 * half, low.y() + index / 2 * half), half);
    }

    /**
     * Returns the quarter that a point of this square is in. A point between two is in the one further right or up.
     *
     * @param point the point
     * @return which, 0 to 3
     */
    public int quarterOf(Point point) {
        Point centre = centre();
        return (point.x() < centre.x() ? 0 : 1) + (point.y() < centre.y() ? 0 : 2);
    }

    /**
     * Returns the quarter that touches another in the centre only.
     *
     * @param quarter the other, 0 to 3
     * @return which, 0 to 3
     */
    public static int opposite(int quarter) {
        return QUARTERS - 1 - quarter;
    }
}
