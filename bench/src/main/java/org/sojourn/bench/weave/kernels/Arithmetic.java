package org.sojourn.bench.weave.kernels;

/** Loops over numbers. */
public final class Arithmetic {
    private static final int STEPS = 1_000_000;
    private static final long FACTOR = 6_364_136_223_846_793_005L;
    private static final long SUMMAND = 1_442_695_040_888_963_407L;
    private static final int HIGH = 40;
    private static final double RANGE = 1 << 24;
    private static final int POINTS = 200_000;
    private static final int COEFFICIENTS = 8;
    private static final int PARTS = 1_000;

    private Arithmetic() {}

    /** The last one. */
    public static long congruential() {
        long x = 1;
        for (int i = 0; i < STEPS; i++) {
            x = x * FACTOR + SUMMAND;
            x ^= x >>> HIGH;
        }
        return x;
    }

    /** The sum of the first coefficients of (x + 1) to the power of x. */
    public static double series() {
        double sum = 0;
        for (int i = 0; i < COEFFICIENTS; i++) {
            double step = 2.0 / PARTS;
            double area = value(0, i) / 2;
            for (int part = 1; part < PARTS; part++) {
                area += value(part * step, i);
            }
            sum += area * step;
        }
        return sum;
    }

    private static double value(double x, int coefficient) {
        double power = Math.pow(x + 1, x);
        return switch (coefficient % 3) {
            case 0 -> power;
            case 1 -> power * Math.cos(Math.PI * coefficient * x);
            default -> power * Math.sin(Math.PI * coefficient * x);
        };
    }

    /** About pi. */
    public static double monteCarlo() {
        long random = 1;
        int within = 0;
        for (int i = 0; i < POINTS; i++) {
            random = random * FACTOR + SUMMAND;
            double x = (random >>> HIGH) / RANGE;
            random = random * FACTOR + SUMMAND;
            double y = (random >>> HIGH) / RANGE;
            if (x * x + y * y < 1) {
                within++;
            }
        }
        return 4.0 * within / POINTS;
    }
}
