package org.sojourn.examples.messengers.hull;

import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.sojourn.examples.messengers.Draws;
import org.sojourn.examples.messengers.Scripts;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;

/** The program {@code hull [N]}, with what its scripts call by {@code func}. */
public final class Hull {
    /** As many points as the scripts' arrays have room for. */
    static final int MOST = 32_768;

    private static final int RANGE = 1_000_000;

    private Hull() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        HullOptions.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [N]}
     */
    public static void main(String[] args) {
        HullOptions options = Arguments.orExit(() -> HullOptions.parse(args));
        try (var sojourn = Sojourn.start()) {
            Scripts.orStop(sojourn, start(sojourn.guest(Network.class), options));
        }
    }

    static CompletionStage<Void> start(Network network, HullOptions options) {
        network.define("hull_block", Scripts.load(Hull.class, "hull_block"));
        return network.inject(Scripts.load(Hull.class, "hull"))
                .with("n", options.points())
                .start();
    }

    // ---- for scripts ----------------------------------------------------------------------------------------------

    /**
     * Draws points at random.
     *
     * @param n how many
     * @return those that differ, from left to right
     */
    public static Chain draw(int n) {
        Draws draws = new Draws(Draws.SEED);
        long[] drawn = new long[n];
        Arrays.setAll(drawn, i -> (long) draws.below(RANGE) * RANGE + draws.below(RANGE));
        drawn = Arrays.stream(drawn).sorted().distinct().toArray();
        long[] at = new long[2 * MOST];
        for (int i = 0; i < drawn.length; i++) {
            at[2 * i] = drawn[i] / RANGE;
            at[2 * i + 1] = drawn[i] % RANGE;
        }
        return new Chain(drawn.length, at);
    }

    /**
     * Finds a hull.
     *
     * @param count how many points
     * @param at the points, all different, from left to right
     * @return its corners
     */
    public static Chain of(int count, long[] at) {
        return of(new Chain(count, at), 0, count);
    }

    private static Chain of(Chain points, int from, int to) {
        if (to - from == 1) {
            long[] at = new long[points.at().length];
            at[0] = points.x(from);
            at[1] = points.y(from);
            return new Chain(1, at);
        }
        int middle = (from + to + 1) / 2;
        return merged(of(points, from, middle), of(points, middle, to));
    }

    /**
     * Merges two hulls.
     *
     * @param lefts how many corners the left one has
     * @param left its corners
     * @param rights how many corners the other one has, which is right of it
     * @param right its corners
     * @return the hull of both
     */
    public static Chain merge(int lefts, long[] left, int rights, long[] right) {
        return merged(new Chain(lefts, left), new Chain(rights, right));
    }

    private static Chain merged(Chain left, Chain right) {
        Chain lower = left.side(false).joined(right.side(false), 1);
        Chain upper = left.side(true).joined(right.side(true), -1);
        return Chain.hull(lower, upper, left.at().length);
    }

    /**
     * Measures a hull.
     *
     * @param count how many corners
     * @param at the corners
     * @return twice its area
     */
    public static long twiceArea(int count, long[] at) {
        Chain hull = new Chain(count, at);
        long area = 0;
        for (int i = 0; i < count; i++) {
            int next = (i + 1) % count;
            area += hull.x(i) * hull.y(next) - hull.x(next) * hull.y(i);
        }
        return area;
    }

    /**
     * Compares a hull with what a sequential program finds.
     *
     * @param n how many points were drawn
     * @param count how many corners the hull has
     * @param at its corners
     */
    public static void check(int n, int count, long[] at) {
        Chain points = draw(n);
        long[] expected = MonotoneChain.hull(points.count(), points.at());
        if (!Arrays.equals(expected, 0, expected.length, at, 0, 2 * count)) {
            throw new IllegalStateException("the messengers found a hull of " + count + " corners, "
                    + Arrays.toString(Arrays.copyOf(at, 2 * count)) + ", which should be " + Arrays.toString(expected));
        }
    }
}
