package org.sojourn.launch.network;

import java.util.Arrays;

/**
 * Places points so that those that are joined are near one another and no two are too near: springs along the lines, and a force that
 * keeps all points apart. (Thomas M. J. Fruchterman, Edward M. Reingold, <i>Graph Drawing by Force-directed Placement</i>, 1991.) Nothing
 * is at random: the points begin on a spiral, in their order.
 */
final class Springs {
    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
    private static final long STEPS = 150_000_000;
    private static final int FEWEST = 40;
    private static final int MOST = 400;

    /** The distance at which springs and the other force are equal. */
    private static final double NATURAL = 1;

    /** How strongly all are drawn to the middle: so that points without lines are less than two natural distances from one another. */
    private static final double TO_THE_MIDDLE = 1;

    /** Of the distance that points would have if they stood in rows: nearer they don't come. */
    private static final double NEAREST = 0.8;

    private static final int PUSHES = 60;

    private final int count;
    private final int[][] lines;
    private final double[][] pulls;
    private final double[] x;
    private final double[] y;

    /**
     * Points to be placed.
     *
     * @param lines pairs of points that are joined
     * @param pulls in which direction each point is pulled besides
     */
    Springs(int count, int[][] lines, double[][] pulls) {
        this.count = count;
        this.lines = lines;
        this.pulls = pulls;
        this.x = new double[count];
        this.y = new double[count];
        for (int i = 0; i < count; i++) {
            double radius = NATURAL * Math.sqrt(i + 0.5);
            x[i] = radius * Math.cos(i * GOLDEN_ANGLE);
            y[i] = radius * Math.sin(i * GOLDEN_ANGLE);
        }
    }

    /** {@return where the points are, each within a square of side 1} */
    double[][] settle() {
        int rounds = (int) Math.max(FEWEST, Math.min(MOST, STEPS / Math.max(1, (long) count * count)));
        double far = NATURAL * Math.sqrt(count);
        for (int i = 0; i < rounds; i++) {
            round(far / 4 * (1 - (double) i / rounds));
        }
        scale();
        double nearest = NEAREST / Math.sqrt(count);
        for (int i = 0; i < PUSHES && pushes(nearest); i++) {
            scale();
        }
        double[][] points = new double[count][];
        Arrays.setAll(points, i -> new double[] {x[i], y[i]});
        return points;
    }

    /** Pushes those apart that are too near; returns whether there were any. */
    private boolean pushes(double nearest) {
        boolean isAny = false;
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                double ex = x[i] - x[j];
                double ey = y[i] - y[j];
                double distance = Math.hypot(ex, ey);
                if (distance < nearest) {
                    double push = (nearest - distance) / 2 / Math.max(1e-9, distance);
                    double px = distance == 0 ? nearest / 2 : ex * push;
                    x[i] += px;
                    x[j] -= px;
                    y[i] += ey * push;
                    y[j] -= ey * push;
                    isAny = true;
                }
            }
        }
        return isAny;
    }

    /** All points move as they are forced to, but not farther than said. */
    private void round(double farthest) {
        double[] dx = new double[count];
        double[] dy = new double[count];
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                double ex = x[i] - x[j];
                double ey = y[i] - y[j];
                double force = NATURAL * NATURAL / Math.max(1e-4, ex * ex + ey * ey);
                dx[i] += ex * force;
                dy[i] += ey * force;
                dx[j] -= ex * force;
                dy[j] -= ey * force;
            }
        }
        for (int[] line : lines) {
            double ex = x[line[0]] - x[line[1]];
            double ey = y[line[0]] - y[line[1]];
            double force = Math.hypot(ex, ey) / NATURAL;
            dx[line[0]] -= ex * force;
            dy[line[0]] -= ey * force;
            dx[line[1]] += ex * force;
            dy[line[1]] += ey * force;
        }
        double pull = TO_THE_MIDDLE * Math.sqrt(count) / 3;
        for (int i = 0; i < count; i++) {
            double many = Math.max(1, Math.hypot(pulls[i][0], pulls[i][1]));
            double mx = dx[i] + pulls[i][0] / many * pull - TO_THE_MIDDLE * x[i];
            double my = dy[i] + pulls[i][1] / many * pull - TO_THE_MIDDLE * y[i];
            double length = Math.hypot(mx, my);
            double moved = length == 0 ? 0 : Math.min(length, farthest) / length;
            x[i] += mx * moved;
            y[i] += my * moved;
        }
    }

    /** Fills a square of side 1, in its middle. */
    private void scale() {
        double left = least(x);
        double top = least(y);
        double width = -least(negated(x)) - left;
        double height = -least(negated(y)) - top;
        double side = Math.max(width, height);
        for (int i = 0; i < count; i++) {
            x[i] = side == 0 ? 0.5 : (x[i] - left) / side + (1 - width / side) / 2;
            y[i] = side == 0 ? 0.5 : (y[i] - top) / side + (1 - height / side) / 2;
        }
    }

    private static double least(double[] values) {
        double least = values.length == 0 ? 0 : Double.POSITIVE_INFINITY;
        for (double each : values) {
            least = Math.min(least, each);
        }
        return least;
    }

    private static double[] negated(double[] values) {
        double[] negated = new double[values.length];
        Arrays.setAll(negated, i -> -values[i]);
        return negated;
    }
}
