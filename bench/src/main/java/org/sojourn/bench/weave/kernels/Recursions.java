package org.sojourn.bench.weave.kernels;

import org.jspecify.annotations.Nullable;

/** Methods that call themselves. */
public final class Recursions {
    private static final int NUMBER = 27;
    private static final int DEPTH = 14;
    private static final int QUEENS = 9;

    private Recursions() {}

    private static final class Tree {
        private final int value;
        private final @Nullable Tree left;
        private final @Nullable Tree right;

        Tree(int depth) {
            value = depth;
            left = depth == 0 ? null : new Tree(depth - 1);
            right = depth == 0 ? null : new Tree(depth - 1);
        }
    }

    private static final Tree TREE = new Tree(DEPTH);

    /** A number of Fibonacci. */
    public static int fibonacci() {
        return fibonacci(NUMBER);
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    /** The sum of a tree. */
    public static int tree() {
        return sum(TREE);
    }

    private static int sum(@Nullable Tree tree) {
        return tree == null ? 0 : sum(tree.left) + sum(tree.right) + tree.value;
    }

    /** How many ways there are. */
    public static int queens() {
        return queens(0, 0, 0, 0);
    }

    private static int queens(int row, int columns, int up, int down) {
        if (row == QUEENS) {
            return 1;
        }
        int ways = 0;
        int free = ((1 << QUEENS) - 1) & ~(columns | up | down);
        while (free != 0) {
            int one = free & -free;
            free -= one;
            ways += queens(row + 1, columns | one, (up | one) << 1, (down | one) >> 1);
        }
        return ways;
    }
}
