package org.sojourn.bench.work;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Decides who in a tree gets children, and what there is to do in them. A decision depends on how many nodes have asked
 * before, and not on who asks: trees differ from run to run in their shape, but not in what they add up to.
 */
public final class TreeGrowth {
    /** What a node does before it asks, in steps of {@link #work}. */
    public static final int ASKING = 100;

    private static final int SEED = 2;
    private static final int PERCENT = 100;
    private static final long MULTIPLIER = 6_364_136_223_846_793_005L;
    private static final long INCREMENT = 1_442_695_040_888_963_407L;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Limits limits;
    private int nodes = 1;

    /**
     * How a tree may grow.
     *
     * @param nodes how many there are at most, the root included
     * @param children how many a node gets if it gets any
     * @param work how much there is to do in a node on average, in steps of {@link #work}
     * @param deviation the standard deviation of that
     * @param urgentPercent how many of a hundred nodes with children have an urgent one
     */
    public record Limits(int nodes, int children, int work, int deviation, int urgentPercent) {}

    /**
     * Children that a node gets.
     *
     * @param work how much there is to do in each
     * @param urgent which is to be visited before all else, from 0, if one is
     */
    public record Children(int work, OptionalInt urgent) {}

    /**
     * Starts a tree that is a root alone.
     *
     * @param limits how it may grow
     */
    public TreeGrowth(Limits limits) {
        this.limits = limits;
    }

    /**
     * Returns how many nodes the tree has, once all children that were decided on are there.
     *
     * @return the root included
     */
    public int nodes() {
        return nodes;
    }

    /**
     * Gives the root its children.
     *
     * @return none is urgent
     */
    public Children first() {
        nodes += limits.children();
        return new Children(nextWork(), OptionalInt.empty());
    }

    /**
     * Decides on the children of a node that asks.
     *
     * @return its children, if it gets any
     */
    public Optional<Children> next() {
        if (nodes + limits.children() > limits.nodes() || !random.nextBoolean()) {
            return Optional.empty();
        }
        nodes += limits.children();
        int work = nextWork();
        boolean urgent = random.nextInt(PERCENT) < limits.urgentPercent();
        return Optional.of(
                new Children(work, urgent ? OptionalInt.of(random.nextInt(limits.children())) : OptionalInt.empty()));
    }

    /**
     * Does a piece of work, about a nanosecond a step.
     *
     * @param steps how many
     * @return a number that depends on all steps
     */
    public static long work(int steps) {
        long state = steps;
        for (int i = 0; i < steps; i++) {
            state = state * MULTIPLIER + INCREMENT;
        }
        return state;
    }

    /**
     * Grows a whole tree without making any node, and adds up what there is in it.
     *
     * @param limits how it may grow
     * @return the totals
     */
    public static TreeTotals totals(Limits limits) {
        TreeGrowth growth = new TreeGrowth(limits);
        TreeTotals totals = growth.of(growth.first());
        int told = 0;
        for (int asked = 1; asked < growth.nodes(); asked++) {
            Optional<Children> children = growth.next();
            if (children.isPresent()) {
                totals = totals.plus(growth.of(children.get()));
                told++;
            }
        }
        return totals.plus(new TreeTotals(0, 0, told, 0));
    }

    private TreeTotals of(Children children) {
        long done = work(ASKING) + work(children.work());
        int count = limits.children();
        return new TreeTotals(count, children.urgent().isPresent() ? 1 : 0, 0, count * done);
    }

    private int nextWork() {
        return Math.max(1, (int) Math.round(random.nextGaussian(limits.work(), limits.deviation())));
    }
}
