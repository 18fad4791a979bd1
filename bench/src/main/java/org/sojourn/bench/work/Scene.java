package org.sojourn.bench.work;

/** Sixty-four shining spheres, looked at by tracing rays that are thrown back. */
public final class Scene {
    private static final int ALONG = 4;
    private static final double DISTANCE = 2.2;
    private static final double RADIUS = 0.9;
    private static final double[] EYE = {3.3, 3.3, -10};
    private static final double[] LIGHT = unit(new double[] {-1, 2, -3});
    private static final int BOUNCES = 3;
    private static final double MIRROR = 0.4;
    private static final double AMBIENT = 0.1;
    private static final double NEAR = 1e-6;
    private static final int BRIGHTEST = 255;

    private final int width;

    /**
     * Looks at the spheres.
     *
     * @param width of the picture in points, and its height
     */
    public Scene(int width) {
        this.width = width;
    }

    /**
     * Traces the rays of a row.
     *
     * @param y the row
     * @return how bright its points are together
     */
    public long row(int y) {
        long sum = 0;
        for (int x = 0; x < width; x++) {
            double[] ray = unit(new double[] {(double) x / width - 0.5, (double) y / width - 0.5, 1});
            sum += Math.round(BRIGHTEST * Math.min(1, brightness(EYE, ray, BOUNCES)));
        }
        return sum;
    }

    /**
     * Traces all rays without actors.
     *
     * @return how bright the picture is
     */
    public long picture() {
        long sum = 0;
        for (int y = 0; y < width; y++) {
            sum += row(y);
        }
        return sum;
    }

    private static double brightness(double[] from, double[] ray, int bounces) {
        int nearest = -1;
        double distance = Double.MAX_VALUE;
        for (int i = 0; i < ALONG * ALONG * ALONG; i++) {
            double there = hit(from, ray, i);
            if (there < distance) {
                distance = there;
                nearest = i;
            }
        }
        if (nearest < 0) {
            return 0;
        }
        double[] point = along(from, ray, distance);
        double[] normal = unit(minus(point, centre(nearest)));
        double light = isLit(point) ? Math.max(0, dot(normal, LIGHT)) : 0;
        double own = AMBIENT + (1 - AMBIENT) * light;
        if (bounces == 0) {
            return own;
        }
        double[] back = along(ray, normal, -2 * dot(ray, normal));
        return (1 - MIRROR) * own + MIRROR * brightness(point, back, bounces - 1);
    }

    private static boolean isLit(double[] point) {
        for (int i = 0; i < ALONG * ALONG * ALONG; i++) {
            if (hit(point, LIGHT, i) < Double.MAX_VALUE) {
                return false;
            }
        }
        return true;
    }

    /** How far along a ray a sphere is; the greatest number if the ray misses it. */
    private static double hit(double[] from, double[] ray, int sphere) {
        double[] to = minus(centre(sphere), from);
        double middle = dot(to, ray);
        double inside = middle * middle - dot(to, to) + RADIUS * RADIUS;
        if (inside < 0) {
            return Double.MAX_VALUE;
        }
        double distance = middle - Math.sqrt(inside);
        return distance > NEAR ? distance : Double.MAX_VALUE;
    }

    private static double[] centre(int sphere) {
        return new double[] {
            DISTANCE * (sphere % ALONG), DISTANCE * (sphere / ALONG % ALONG), DISTANCE * (sphere / ALONG / ALONG)
        };
    }

    private static double[] along(double[] from, double[] direction, double distance) {
        return new double[] {
            from[0] + distance * direction[0], from[1] + distance * direction[1], from[2] + distance * direction[2]
        };
    }

    private static double[] minus(double[] a, double[] b) {
        return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    private static double[] unit(double[] vector) {
        double length = Math.sqrt(dot(vector, vector));
        return new double[] {vector[0] / length, vector[1] / length, vector[2] / length};
    }
}
