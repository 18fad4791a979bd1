package org.sojourn.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sides that are measured by turns, so that what disturbs one disturbs its neighbour too. */
final class Turns {
    private static final int LEAST_WARM_UPS = 3;

    private Turns() {}

    /** One side. */
    @FunctionalInterface
    interface Side {
        /** Runs it once, and returns what it took, in any unit, above 0. */
        double measure() throws Exception;
    }

    /** Runs a side for so long, and a few times at least, or not at all if that is 0; what it took is forgotten. */
    static void warmUp(Side side, Duration time) throws Exception {
        if (time.isZero()) {
            return;
        }
        long start = System.nanoTime();
        for (int i = 0; i < LEAST_WARM_UPS || System.nanoTime() - start < time.toNanos(); i++) {
            side.measure();
        }
    }

    /** Runs all sides in turn, so many times, and returns what each has taken. */
    static List<Series> of(List<? extends Side> sides, int rounds) throws Exception {
        List<List<Double>> taken = new ArrayList<>();
        sides.forEach(side -> taken.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < sides.size(); i++) {
                taken.get(i).add(sides.get(i).measure());
            }
        }
        return taken.stream().map(Series::new).toList();
    }
}
