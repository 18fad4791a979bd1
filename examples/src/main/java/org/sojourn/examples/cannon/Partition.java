package org.sojourn.examples.cannon;

/**
 * Cuts a matrix into grid x grid blocks of one size. Where the grid does not divide a side, the last blocks are
 * filled up with zeros, which add nothing to a product: so every block of a matrix has the same shape and may
 * take any other's place.
 *
 * @param rows the matrix' rows
 * @param columns the matrix' columns
 * @param grid blocks along each side, at least 1
 */
record Partition(int rows, int columns, int grid) {
    int blockRows() {
        return Math.ceilDiv(rows, grid);
    }

    int blockColumns() {
        return Math.ceilDiv(columns, grid);
    }

    /** Cuts one block out of the whole. */
    Matrix block(Matrix whole, int blockRow, int blockColumn) {
        Matrix block = Matrix.zero(blockRows(), blockColumns());
        copy(whole, block, blockRow, blockColumn, true);
        return block;
    }

    /** Puts one block back into the whole, without the zeros it was filled up with. */
    void place(Matrix whole, Matrix block, int blockRow, int blockColumn) {
        copy(whole, block, blockRow, blockColumn, false);
    }

    /** Makes one block of a seeded matrix where it is needed, rather than sending it there. */
    Matrix block(SeededElements elements, int blockRow, int blockColumn) {
        Matrix block = Matrix.zero(blockRows(), blockColumns());
        int top = blockRow * blockRows();
        int left = blockColumn * blockColumns();
        for (int i = 0; i < blockRows() && top + i < rows; i++) {
            for (int j = 0; j < blockColumns() && left + j < columns; j++) {
                block.values()[i * blockColumns() + j] = elements.at(top + i, left + j);
            }
        }
        return block;
    }

    private void copy(Matrix whole, Matrix block, int blockRow, int blockColumn, boolean out) {
        int left = blockColumn * blockColumns();
        int length = Math.min(blockColumns(), columns - left);
        if (length <= 0) {
            return;
        }
        int top = blockRow * blockRows();
        for (int i = 0; i < blockRows() && top + i < rows; i++) {
            int inWhole = (top + i) * columns + left;
            int inBlock = i * blockColumns();
            if (out) {
                System.arraycopy(whole.values(), inWhole, block.values(), inBlock, length);
            } else {
                System.arraycopy(block.values(), inBlock, whole.values(), inWhole, length);
            }
        }
    }
}
