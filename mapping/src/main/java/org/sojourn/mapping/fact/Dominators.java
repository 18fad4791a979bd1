package org.sojourn.mapping.fact;

import java.util.Arrays;

/** Immediate dominators, by the iterative algorithm of Cooper, Harvey and Kennedy over a reverse postorder. */
final class Dominators {
    private Dominators() {}

    /** The immediate dominator of each node; the root's is itself, that of a node that can't be reached is -1. */
    static int[] of(int[][] next, int root) {
        int[] order = postorder(next, root);
        int[] rank = new int[next.length];
        Arrays.fill(rank, -1);
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
        }
        int[] dominator = new int[next.length];
        Arrays.fill(dominator, -1);
        dominator[root] = root;
        int[][] before = Flow.reversed(next);
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (int i = order.length - 2; i >= 0; i--) {
                int at = order[i];
                int nearest = -1;
                for (int from : before[at]) {
                    if (dominator[from] >= 0) {
                        nearest = nearest < 0 ? from : meet(dominator, rank, from, nearest);
                    }
                }
                isChanged |= dominator[at] != nearest;
                dominator[at] = nearest;
            }
        }
        return dominator;
    }

    private static int meet(int[] dominator, int[] rank, int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            while (rank[a] < rank[b]) {
                a = dominator[a];
            }
            while (rank[b] < rank[a]) {
                b = dominator[b];
            }
        }
        return a;
    }

    static boolean dominates(int[] dominator, int above, int below) {
        for (int at = below; at >= 0; at = dominator[at]) {
            if (at == above) {
                return true;
            }
            if (at == dominator[at]) {
                return false;
            }
        }
        return false;
    }

    /** Every node that can be reached, children first. */
    private static int[] postorder(int[][] next, int root) {
        int[] order = new int[next.length];
        int[] stack = new int[next.length];
        int[] child = new int[next.length];
        boolean[] isSeen = new boolean[next.length];
        int found = 0;
        int depth = 0;
        stack[depth++] = root;
        isSeen[root] = true;
        while (depth > 0) {
            int at = stack[depth - 1];
            if (child[at] < next[at].length) {
                int to = next[at][child[at]++];
                if (!isSeen[to]) {
                    isSeen[to] = true;
                    stack[depth++] = to;
                }
            } else {
                order[found++] = at;
                depth--;
            }
        }
        return Arrays.copyOf(order, found);
    }
}
