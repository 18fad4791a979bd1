package org.sojourn.bench.work;

/**
 * A point of the plane.
 *
 * @param x to the right
 * @param y upwards
 */
public record Point(double x, double y) {
    /**
     * Measures how far it is to another point.
     *
     * @param other the other
     * @return the length of the straight line
     */
    public double distance(Point other) {
        double dx = other.x - x;
        double dy = other.y - y;
        return Math.sqrt(dx * dx + dy * dy);
    }

    /**
     * Measures how far it is to the nearest of some points.
     *
     * @param others the others
     * @return the least distance; infinite if there are none
     */
    public double nearest(Iterable<Point> others) {
        double least = Double.POSITIVE_INFINITY;
        for (Point other : others) {
            least = Math.min(least, distance(other));
        }
        return least;
    }
}
