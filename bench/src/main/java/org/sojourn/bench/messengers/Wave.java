package org.sojourn.bench.messengers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sojourn.examples.messengers.Grain;
import org.sojourn.examples.messengers.mesh.ShortestWays;

/** The wave in a mesh, in plain Java: whoever comes to a node by a shorter way than before goes on from there to all sides. */
final class Wave {
    /** A link as one of its ends sees it. */
    record Edge(int to, int weight) {}

    private record Visit(int node, int length) {}

    private final List<List<Edge>> edges = new ArrayList<>();
    private final int[] best;

    Wave(int side) {
        ShortestWays ways = new ShortestWays(side);
        best = new int[side * side];
        for (int node = 0; node < best.length; node++) {
            edges.add(new ArrayList<>());
        }
        for (int node = 0; node < best.length; node++) {
            link(node, node + 1, ways.right(node));
            link(node, node + side, ways.down(node));
        }
    }

    private void link(int one, int other, int weight) {
        if (weight > 0) {
            edges.get(one).add(new Edge(other, weight));
            edges.get(other).add(new Edge(one, weight));
        }
    }

    List<Edge> edges(int node) {
        return edges.get(node);
    }

    /** Returns the shortest ways to all nodes; with so many divisions at each visit. */
    int[] breadthFirst(int grain) {
        Arrays.fill(best, Integer.MAX_VALUE);
        ArrayDeque<Visit> visits = new ArrayDeque<>();
        visits.add(new Visit(0, 0));
        for (Visit next = visits.poll(); next != null; next = visits.poll()) {
            Grain.divide(grain);
            if (next.length < best[next.node]) {
                best[next.node] = next.length;
                for (Edge edge : edges.get(next.node)) {
                    visits.add(new Visit(edge.to, next.length + edge.weight));
                }
            }
        }
        return best.clone();
    }

    /** Returns the same. */
    int[] depthFirst(int grain) {
        Arrays.fill(best, Integer.MAX_VALUE);
        visit(0, 0, grain);
        return best.clone();
    }

    private void visit(int node, int length, int grain) {
        Grain.divide(grain);
        if (length < best[node]) {
            best[node] = length;
            for (Edge edge : edges.get(node)) {
                visit(edge.to, length + edge.weight, grain);
            }
        }
    }
}
