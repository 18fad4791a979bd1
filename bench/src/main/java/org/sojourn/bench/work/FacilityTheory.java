package org.sojourn.bench.work;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where facilities are opened for customers that come one by one, worked out a square at a time. A customer costs the
 * way to the nearest facility that is known; when the customers of a square cost too much together, a facility is
 * opened in its centre, and they are its quarters' from then on.
 *
 * <p>Facilities in an opposite square change nothing: its nearest corner is nearer, and there is one at that corner. So
 * it doesn't matter when they become known, and those at the centres of the larger squares are enough here.
 *
 * @param customers how many come
 * @param side of the square in which they are
 * @param seed which ones
 */
public record FacilityTheory(int customers, double side, long seed) {
    /** How many times the diagonal of the whole the customers of a square may cost. */
    private static final double ALPHA = 2;

    /**
     * What there is at the end.
     *
     * @param facilities that have been opened
     * @param customers that have come to a square without a facility
     * @param cost of all of these
     */
    public record Tally(int facilities, int customers, double cost) {
        /** Nothing yet. */
        public static final Tally NONE = new Tally(0, 0, 0);

        /**
         * Adds what there is elsewhere.
         *
         * @param other the other
         * @return both
         */
        public Tally plus(Tally other) {
            return new Tally(facilities + other.facilities, customers + other.customers, cost + other.cost);
        }
    }

    /**
     * A square at the end.
     *
     * @param tally what there is in it
     * @param squares how many there are in it, itself and those that have been divided again included
     * @param arrivals how often a customer has come to one of these
     * @param news how often one of these has told the next larger or smaller one of a facility: all larger ones get to
     *     know of each, and all that are in an opposite one
     */
    public record Result(Tally tally, int squares, long arrivals, long news) {}

    /**
     * Returns all that there is to be divided.
     *
     * @return a square
     */
    public Square whole() {
        return new Square(new Point(0, 0), side);
    }

    /**
     * Returns what the customers of a square may cost together.
     *
     * @return more than this, and a facility is opened
     */
    public double threshold() {
        return ALPHA * Math.sqrt(2) * side;
    }

    /**
     * Makes the customers.
     *
     * @return where they are, in the order in which they come
     */
    public Stream<Point> points() {
        SplittableRandom random = new SplittableRandom(seed);
        return Stream.generate(() -> new Point(random.nextDouble() * side, random.nextDouble() * side))
                .limit(customers);
    }

    /**
     * Works out what there is at the end.
     *
     * @return the whole
     */
    public Result result() {
        return divided(whole(), List.of(), List.of(), points().toList());
    }

    /** Divides a square of which some customers are known from its beginning, and others come later. */
    private Result divided(Square square, List<Point> larger, List<Point> first, List<Point> later) {
        List<Point> known = new ArrayList<>(larger);
        known.add(square.centre());
        double cost = 0;
        for (Point customer : first) {
            cost += customer.nearest(known);
        }
        int arrivals = 0;
        boolean opens = false;
        while (!opens && arrivals < later.size()) {
            cost += later.get(arrivals).nearest(known);
            arrivals++;
            opens = cost > threshold();
        }
        List<Point> own = new ArrayList<>(first);
        own.addAll(later.subList(0, arrivals));
        if (!opens) {
            return new Result(new Tally(0, own.size(), cost), 1, later.size(), 0);
        }
        List<Point> rest = later.subList(arrivals, later.size());
        List<Result> quarters = IntStream.range(0, Square.QUARTERS)
                .mapToObj(i -> divided(square.quarter(i), known, in(square, i, own), in(square, i, rest)))
                .toList();
        return together(quarters, later.size());
    }

    private static Result together(List<Result> quarters, int arrivals) {
        Tally tally = new Tally(1, 0, 0);
        int squares = 1;
        long allArrivals = arrivals;
        long news = 0;
        for (int i = 0; i < quarters.size(); i++) {
            Result quarter = quarters.get(i);
            tally = tally.plus(quarter.tally());
            squares += quarter.squares();
            allArrivals += quarter.arrivals();
            int opposite = quarters.get(Square.opposite(i)).squares();
            news += quarter.news() + (long) quarter.tally().facilities() * opposite;
        }
        return new Result(tally, squares, allArrivals, news + tally.facilities());
    }

    private static List<Point> in(Square square, int quarter, List<Point> points) {
        return points.stream()
                .filter(point -> square.quarterOf(point) == quarter)
                .toList();
    }
}
