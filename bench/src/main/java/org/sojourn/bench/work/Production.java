package org.sojourn.bench.work;

import java.util.SplittableRandom;
import org.sojourn.bench.Answers;

/**
 * What goes through a bounded buffer, and what one piece of work is.
 *
 * @param capacity how many items the buffer may hold, more than there are producers
 * @param producers how many
 * @param consumers how many
 * @param itemsPerProducer how many each producer produces
 * @param cost of one item, on either side, in hundreds of logarithms
 */
public record Production(int capacity, int producers, int consumers, int itemsPerProducer, int cost) {
    /** The suite's parameters. */
    public static final Production SUITE = new Production(50, 40, 40, 1_000, 25);

    private static final int LOGARITHMS = 100;
    /** Keeps the logarithm of a random number finite. */
    private static final double LEAST = 0.01;
    /** Far above the rounding of some million additions, far below one item of the suite's 40,000. */
    private static final double TOLERANCE = 1e-9;

    /**
     * What the consumers have seen.
     *
     * @param items how many items
     * @param value what their work gave, added up
     */
    public record Consumption(long items, double value) {
        /** Nothing. */
        public static final Consumption NONE = new Consumption(0, 0);

        /**
         * Adds what another has seen.
         *
         * @param other the other
         * @return both together
         */
        public Consumption plus(Consumption other) {
            return new Consumption(items + other.items, value + other.value);
        }
    }

    /**
     * At how many items the buffer accepts no more: each producer may hold one in its hands.
     *
     * @return the number
     */
    public int limit() {
        return capacity - producers;
    }

    /**
     * How many items there are in all.
     *
     * @return the number
     */
    public int items() {
        return producers * itemsPerProducer;
    }

    /**
     * Does the work for one item.
     *
     * @param value what to start from
     * @return the value, and always the same number added to it
     */
    public double work(double value) {
        var random = new SplittableRandom(cost);
        double result = value;
        for (int i = 0; i < cost * LOGARITHMS; i++) {
            result += Math.log(random.nextDouble() + LEAST);
        }
        return result;
    }

    /**
     * Checks that each item was consumed once, from a buffer that never held too many.
     *
     * @param consumed by all consumers
     * @param most how many items the buffer held at most
     * @throws org.sojourn.bench.WrongAnswerException if not
     */
    public void check(Consumption consumed, int most) {
        Answers.same("items consumed", items(), consumed.items());
        // A producer's items are once, twice, ... what the work adds; and the work is done on each once more.
        double eachProducer = itemsPerProducer * (itemsPerProducer + 1.0) / 2 + itemsPerProducer;
        double expected = producers * eachProducer * work(0);
        Answers.same("value of all items", expected, consumed.value(), Math.abs(expected) * TOLERANCE);
        Answers.same("items above the capacity", 0, Math.max(0, most - capacity));
    }
}
