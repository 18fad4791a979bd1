package org.sojourn.examples.cannon;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * The arguments of the program {@code cannon}: the matrices to multiply, already read and known to fit, the
 * grid, and where the product goes.
 *
 * @param factors the two matrices
 * @param grid selectors along each side of the grid, or nothing for as many as there are places
 * @param out the file that the product goes to, or nothing if only the check is wanted
 */
record CannonOptions(Factors factors, OptionalInt grid, Optional<Path> out) {
    private static final String USAGE =
            "cannon [N] [--grid K] [--out C.mtx], or cannon --a A.mtx --b B.mtx --out C.mtx [--grid K]";
    private static final int DEFAULT_SIDE = 840;
    private static final int LARGEST_GRID = 64;
    private static final long LEFT_SEED = 1;
    private static final long RIGHT_SEED = 2;

    /** Two matrices, the left one with as many columns as the right one has rows. */
    sealed interface Factors {
        /** Returns the shapes of the blocks of the left one. */
        Partition left(int grid);

        /** Returns the shapes of the blocks of the right one. */
        Partition right(int grid);

        /** Returns the whole left matrix. */
        Matrix wholeLeft();

        /** Returns the whole right matrix. */
        Matrix wholeRight();

        /** Returns the shapes of the blocks of the product. */
        default Partition product(int grid) {
            return new Partition(left(grid).rows(), right(grid).columns(), grid);
        }
    }

    /**
     * Two square matrices made from seeds, at whatever place needs a part of them.
     *
     * @param side rows and columns of both
     * @param a the left matrix' elements
     * @param b the right matrix' elements
     */
    record Seeded(int side, SeededElements a, SeededElements b) implements Factors {
        @Override
        public Partition left(int grid) {
            return new Partition(side, side, grid);
        }

        @Override
        public Partition right(int grid) {
            return left(grid);
        }

        @Override
        public Matrix wholeLeft() {
            return a.matrix(side, side);
        }

        @Override
        public Matrix wholeRight() {
            return b.matrix(side, side);
        }
    }

    /**
     * Two matrices from files.
     *
     * @param wholeLeft the left matrix
     * @param wholeRight the right matrix
     */
    record Given(Matrix wholeLeft, Matrix wholeRight) implements Factors {
        @Override
        public Partition left(int grid) {
            return new Partition(wholeLeft.rows(), wholeLeft.columns(), grid);
        }

        @Override
        public Partition right(int grid) {
            return new Partition(wholeRight.rows(), wholeRight.columns(), grid);
        }
    }

    static CannonOptions parse(String... args) {
        var arguments = Arguments.of(USAGE, 1, Set.of("--a", "--b", "--out", "--grid"), args);
        int grid = arguments.number("--grid", 0, 1, LARGEST_GRID);
        OptionalInt chosen = grid == 0 ? OptionalInt.empty() : OptionalInt.of(grid);
        Optional<Path> out = arguments.writableFile("--out");
        Optional<Path> a = arguments.file("--a");
        Optional<Path> b = arguments.file("--b");
        if (a.isEmpty() && b.isEmpty()) {
            int side = arguments.number(0, "N", DEFAULT_SIDE, 1, MatrixMarket.LARGEST_SIDE);
            var seeded = new Seeded(side, new SeededElements(LEFT_SEED), new SeededElements(RIGHT_SEED));
            return new CannonOptions(seeded, chosen, out);
        }
        if (a.isEmpty() || b.isEmpty() || out.isEmpty()) {
            throw arguments.refuse("matrices from files need all three of --a, --b and --out");
        }
        if (!arguments.hasNoWords()) {
            throw arguments.refuse("a size N and matrices from files exclude each other");
        }
        Matrix left = MatrixMarket.read(a.get());
        Matrix right = MatrixMarket.read(b.get());
        if (left.columns() != right.rows()) {
            throw arguments.refuse(
                    "the matrices cannot be multiplied: " + a.get() + " is " + left.shape() + " and " + b.get() + " is "
                            + right.shape() + ", but the first must have as many columns as the second has rows");
        }
        return new CannonOptions(new Given(left, right), chosen, out);
    }
}
