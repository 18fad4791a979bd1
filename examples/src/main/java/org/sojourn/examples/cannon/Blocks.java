package org.sojourn.examples.cannon;

/**
 * The two blocks that a cell starts with. They are skewed already: the cell in row i and column j gets the left
 * factor's block (i, i + j) and the right factor's (i + j, j), modulo the grid, so that the first step needs no
 * shifting.
 */
sealed interface Blocks {
    /** Returns the left factor's block; call it where the block is needed. */
    Matrix left();

    /** Returns the right factor's block; call it where the block is needed. */
    Matrix right();

    /**
     * Blocks cut out of matrices, which travel.
     *
     * @param left the left factor's block
     * @param right the right factor's block
     */
    record Cut(Matrix left, Matrix right) implements Blocks {}

    /**
     * Blocks that are made from seeds where they are needed.
     *
     * @param factors the two matrices
     * @param row the cell's row
     * @param column the cell's column
     * @param grid cells along each side
     */
    record Seeded(CannonOptions.Seeded factors, int row, int column, int grid) implements Blocks {
        @Override
        public Matrix left() {
            return factors.left(grid).block(factors.a(), row, (row + column) % grid);
        }

        @Override
        public Matrix right() {
            return factors.right(grid).block(factors.b(), (row + column) % grid, column);
        }
    }

    /** Returns the blocks for a cell. */
    static Blocks of(CannonOptions.Factors factors, int row, int column, int grid) {
        return switch (factors) {
            case CannonOptions.Seeded seeded -> new Seeded(seeded, row, column, grid);
            case CannonOptions.Given(var left, var right) -> {
                int inner = (row + column) % grid;
                yield new Cut(
                        factors.left(grid).block(left, row, inner),
                        factors.right(grid).block(right, inner, column));
            }
        };
    }
}
