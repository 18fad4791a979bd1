package org.sojourn.bench.weave.kernels;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Objects, lambdas, and the platform's collections. */
public final class Objects {
    private static final int CALLS = 200_000;
    private static final int COUNTED = 60_000;
    private static final int KEYS = 997;
    private static final int PIECES = 20_000;
    private static final int BODIES = 60;
    private static final int STEPS = 60;
    private static final double SOFT = 0.1;
    private static final double TIME = 0.01;
    private static final IntUnaryOperator[] OPERATORS = {x -> x + 1, x -> x * 3, x -> x ^ 5};

    private Objects() {}

    /** The last result. */
    public static int lambdas() {
        int result = 1;
        for (int i = 0; i < CALLS; i++) {
            result = OPERATORS[i % OPERATORS.length].applyAsInt(result);
        }
        return result;
    }

    /** Of all counts in their order. */
    public static int collections() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < COUNTED; i++) {
            counts.merge(i % KEYS, 1, Integer::sum);
        }
        List<Integer> sorted = new ArrayList<>(counts.values());
        Collections.sort(sorted);
        int hash = 0;
        for (int each : sorted) {
            hash = hash * 31 + each;
        }
        return hash;
    }

    /** Of the text. */
    public static int text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < PIECES; i++) {
            text.append(i % KEYS).append(i % 3 == 0 ? "," : ";");
        }
        return text.toString().hashCode();
    }

    private static final class Body {
        private double x;
        private double y;
        private double right;
        private double up;

        Body(int number) {
            x = number;
            y = number * 2;
            right = number % 3;
            up = number % 5;
        }

        void pull(Body other) {
            double dx = other.x - x;
            double dy = other.y - y;
            double force = 1 / (dx * dx + dy * dy + SOFT);
            right += dx * force;
            up += dy * force;
        }

        void move() {
            x += right * TIME;
            y += up * TIME;
        }
    }

    /** Where one of them is in the end. */
    public static double bodies() {
        Body[] bodies = new Body[BODIES];
        for (int i = 0; i < BODIES; i++) {
            bodies[i] = new Body(i);
        }
        for (int step = 0; step < STEPS; step++) {
            for (Body each : bodies) {
                for (Body other : bodies) {
                    if (each != other) {
                        each.pull(other);
                    }
                }
            }
            for (Body each : bodies) {
                each.move();
            }
        }
        return bodies[BODIES / 2].x;
    }
}
