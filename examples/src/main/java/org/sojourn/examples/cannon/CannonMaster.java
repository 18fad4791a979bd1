package org.sojourn.examples.cannon;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sojourn.examples.cannon.CannonMaster.Product;
import org.sojourn.examples.usage.Output;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/**
 * Sets up the grid and collects the product: one message to each cell, one from each. Rows of cells lie together
 * at a place, so that with as many rows as places a block on its way to the left stays within its place.
 */
final class CannonMaster extends Actor<Product> {
    /**
     * A cell's block of the product.
     *
     * @param row the cell's row
     * @param column the cell's column
     * @param block the block
     */
    record Product(int row, int column, Matrix block) {}

    /**
     * What is said of the product when it has been compared with the plain one.
     *
     * @param isRight whether it is the same but for rounding
     * @param sentence how much they differ
     * @param took how long it took to have all blocks of it
     */
    record Checked(boolean isRight, String sentence, Duration took) {}

    private final CannonOptions options;
    private final Supplier<PlainProduct> plain;
    private final Consumer<Checked> told;
    private final int grid;
    private final Partition partition;
    private final Matrix product;
    private int done;
    private long began;

    /**
     * Does nothing yet.
     *
     * @param options what is multiplied
     * @param plain what the product is compared with, once it is there
     * @param told told what came of that
     */
    CannonMaster(CannonOptions options, Supplier<PlainProduct> plain, Consumer<Checked> told) {
        this.options = options;
        this.plain = plain;
        this.told = told;
        this.grid = options.grid().orElseGet(() -> system().places().size());
        this.partition = options.factors().product(grid);
        this.product = Matrix.zero(partition.rows(), partition.columns());
    }

    @Override
    protected void preStart() {
        began = System.nanoTime();
        List<List<Handle<GridCell.Message>>> cells = createCells();
        for (int row = 0; row < grid; row++) {
            for (int column = 0; column < grid; column++) {
                Handle<GridCell.Message> left = cells.get(row).get(Math.floorMod(column - 1, grid));
                Handle<GridCell.Message> above =
                        cells.get(Math.floorMod(row - 1, grid)).get(column);
                Blocks blocks = Blocks.of(options.factors(), row, column, grid);
                cells.get(row).get(column).send(GridCell.BEGIN, new GridCell.Begin(left, above, blocks));
            }
        }
    }

    private List<List<Handle<GridCell.Message>>> createCells() {
        Handle<Product> master = self();
        int side = grid;
        List<Place> places = system().places();
        List<List<Handle<GridCell.Message>>> cells = new ArrayList<>();
        for (int i = 0; i < side; i++) {
            int row = i;
            List<Handle<GridCell.Message>> inRow = new ArrayList<>();
            for (int j = 0; j < side; j++) {
                int column = j;
                Place place = places.get((row * side + column) * places.size() / (side * side));
                inRow.add(create(place, () -> new GridCell(row, column, side, master)));
            }
            cells.add(inRow);
        }
        return cells;
    }

    @Override
    protected void process(Product part) {
        partition.place(product, part.block(), part.row(), part.column());
        done++;
        system().progress("blocks", done, (long) grid * grid);
        if (done == grid * grid) {
            finish();
        }
    }

    private void finish() {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        PlainProduct expected = plain.get();
        double difference = product.largestDifference(expected.product());
        double tolerance = expected.tolerance();
        // Negated, so that a difference which is no number fails as well.
        if (!(difference <= tolerance)) {
            String wrong = "an element of the product differs from the plain product by " + difference
                    + "; rounding explains at most " + tolerance;
            told.accept(new Checked(false, wrong, took));
            throw new IllegalStateException(wrong);
        }
        if (options.out().isPresent()) {
            Path out = options.out().get();
            if (!Output.written(out, file -> MatrixMarket.write(file, product))) {
                system().stop(1);
                return;
            }
            system().result("out", out.toString());
        }
        system().result("shape", product.shape());
        system().result("grid", grid);
        system().result("largestDifference", difference);
        String sentence = "The product of " + expected.factors() + " on a grid of " + grid + " x "
                + grid + " differs from the plain product by at most " + difference + " (rounding explains " + tolerance
                + ")";
        told.accept(new Checked(true, sentence, took));
        exit();
    }
}
