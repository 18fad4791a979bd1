package org.sojourn.examples.cannon;

/** The local step of Cannon's algorithm: adds the product of two blocks to a third, fast in one thread. */
final class BlockProduct {
    /** Rows of the right block in a tile: 64 x 256 doubles are 128 KiB, which a core's second-level cache holds. */
    private static final int TILE_DEPTH = 64;

    private static final int TILE_WIDTH = 256;

    private BlockProduct() {}

    /** Adds left times right to the sum. */
    static void addTo(Matrix sum, Matrix left, Matrix right) {
        if (left.columns() != right.rows() || sum.rows() != left.rows() || sum.columns() != right.columns()) {
            throw new IllegalArgumentException(
                    left.shape() + " times " + right.shape() + " does not fit into " + sum.shape());
        }
        for (int depth = 0; depth < left.columns(); depth += TILE_DEPTH) {
            int depthEnd = Math.min(left.columns(), depth + TILE_DEPTH);
            for (int column = 0; column < right.columns(); column += TILE_WIDTH) {
                int width = Math.min(right.columns() - column, TILE_WIDTH);
                for (int row = 0; row < left.rows(); row++) {
                    addRow(sum, left, right, row, depth, depthEnd, column, width);
                }
            }
        }
    }

    private static void addRow(
            Matrix sum, Matrix left, Matrix right, int row, int depth, int depthEnd, int column, int width) {
        double[] a = left.values();
        double[] b = right.values();
        double[] c = sum.values();
        int target = row * sum.columns() + column;
        int stride = right.columns();
        int factors = row * left.columns();
        int k = depth;
        // Four rows at once: the sum is loaded and stored once for four products, and the loop becomes vector code.
        for (; k + 3 < depthEnd; k += 4) {
            double a0 = a[factors + k];
            double a1 = a[factors + k + 1];
            double a2 = a[factors + k + 2];
            double a3 = a[factors + k + 3];
            int b0 = k * stride + column;
            int b1 = b0 + stride;
            int b2 = b1 + stride;
            int b3 = b2 + stride;
            for (int j = 0; j < width; j++) {
                c[target + j] += a0 * b[b0 + j] + a1 * b[b1 + j] + a2 * b[b2 + j] + a3 * b[b3 + j];
            }
        }
        for (; k < depthEnd; k++) {
            double factor = a[factors + k];
            int source = k * stride + column;
            for (int j = 0; j < width; j++) {
                c[target + j] += factor * b[source + j];
            }
        }
    }
}
