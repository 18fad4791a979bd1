package org.sojourn.examples.messengers.mesh;

import java.util.Arrays;
import java.util.PriorityQueue;
import org.sojourn.examples.messengers.Draws;

/** The shortest ways of a mesh without messengers (Dijkstra's algorithm). */
public final class ShortestWays {
    private static final int HEAVIEST = 9;

    private record Reached(int node, int length) {}

    private final int side;
    private final int[] right;
    private final int[] down;

    /**
     * Draws the weights of the links.
     *
     * @param side how many nodes each row and each column has
     */
    public ShortestWays(int side) {
        this.side = side;
        right = new int[side * side];
        down = new int[side * side];
        Draws draws = new Draws(Draws.SEED);
        for (int node = 0; node < side * side; node++) {
            if (node % side < side - 1) {
                right[node] = 1 + draws.below(HEAVIEST);
            }
            if (node / side < side - 1) {
                down[node] = 1 + draws.below(HEAVIEST);
            }
        }
    }

    /**
     * Finds the shortest ways.
     *
     * @param side of the mesh
     * @return the lengths from the first node to all, row by row
     */
    public static int[] lengths(int side) {
        return new ShortestWays(side).search();
    }

    /**
     * Looks at a link.
     *
     * @param node its left end, row by row from 0
     * @return its weight; 0 if there is none
     */
    public int right(int node) {
        return right[node];
    }

    /**
     * Looks at a link.
     *
     * @param node its upper end, row by row from 0
     * @return its weight; 0 if there is none
     */
    public int down(int node) {
        return down[node];
    }

    private int[] search() {
        int[] best = new int[side * side];
        Arrays.fill(best, Integer.MAX_VALUE);
        PriorityQueue<Reached> reached = new PriorityQueue<>((a, b) -> Integer.compare(a.length, b.length));
        best[0] = 0;
        reached.add(new Reached(0, 0));
        for (Reached next = reached.poll(); next != null; next = reached.poll()) {
            if (next.length > best[next.node]) {
                continue;
            }
            int node = next.node;
            if (node % side < side - 1) {
                reach(node + 1, next.length + right[node], best, reached);
            }
            if (node % side > 0) {
                reach(node - 1, next.length + right[node - 1], best, reached);
            }
            if (node / side < side - 1) {
                reach(node + side, next.length + down[node], best, reached);
            }
            if (node / side > 0) {
                reach(node - side, next.length + down[node - side], best, reached);
            }
        }
        return best;
    }

    private static void reach(int node, int length, int[] best, PriorityQueue<Reached> reached) {
        if (length < best[node]) {
            best[node] = length;
            reached.add(new Reached(node, length));
        }
    }
}
