package org.sojourn.bench.savina.parallelism;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sojourn.bench.work.Relaxation;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/**
 * The left or the right half of the columns of a grid. The left one creates the right one, and either tells the other
 * the cells at the border between them. The right one's total goes to the left one.
 */
final class GridHalf extends Selector<GridHalf.Message> {
    static final Mailbox<Progress> PROGRESS = Mailbox.of("progress", Progress.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a half is told. */
    sealed interface Message permits Progress, Result {}

    sealed interface Progress extends Message permits Begin, Border, Done, Total {}

    record Begin() implements Progress {}

    /** The right half's cells at the border, row by row. */
    record Border(List<Handle<GridCell.Message>> cells) implements Progress {}

    /** A cell's last value. */
    record Done(int row, int column, double value) implements Progress {}

    /** The sum of all cells in the right half. */
    record Total(double sum) implements Progress {}

    record Result(ReplyTo<Double> asker) implements Message {}

    /** What the right half knows of the left one. */
    private record Left(Handle<Message> half, List<Handle<GridCell.Message>> border) {}

    private final Relaxation relaxation;
    private final Optional<Left> left;
    private final int firstColumn;
    private final int columns;
    /** Row by row. */
    private final List<List<Handle<GridCell.Message>>> cells = new ArrayList<>();

    private int missing;
    private double total;

    private GridHalf(Relaxation relaxation, Optional<Left> left) {
        super(PROGRESS, RESULTS);
        this.relaxation = relaxation;
        this.left = left;
        int middle = relaxation.size() / 2;
        this.firstColumn = left.isPresent() ? middle : 0;
        this.columns = left.isPresent() ? relaxation.size() - middle : middle;
        // The left half also misses the right one's total.
        this.missing = relaxation.size() * columns + (left.isPresent() ? 0 : 1);
    }

    /** Makes the left half, which makes the right one. */
    static GridHalf left(Relaxation relaxation) {
        return new GridHalf(relaxation, Optional.empty());
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Begin() -> begin();
            case Border(var border) -> start(border);
            case Done(var row, var column, var value) -> add(relaxation.weighted(row, column, value));
            case Total(var sum) -> add(sum);
            case Result(var asker) -> {
                asker.reply(total);
                exit();
            }
        }
    }

    private void begin() {
        Handle<Message> here = self();
        Relaxation grid = relaxation;
        double[][] first = grid.values();
        for (int i = 0; i < first.length; i++) {
            int row = i;
            cells.add(IntStream.range(firstColumn, firstColumn + columns)
                    .mapToObj(
                            column -> create(() -> new GridCell(row, column, first[row][column], grid.rounds(), here)))
                    .toList());
        }
        left.ifPresentOrElse(
                known -> {
                    known.half().send(new Border(column(0)));
                    start(known.border());
                },
                () -> {
                    Left known = new Left(here, column(columns - 1));
                    create(() -> new GridHalf(grid, Optional.of(known))).send(new Begin());
                });
    }

    private List<Handle<GridCell.Message>> column(int index) {
        return cells.stream().map(row -> row.get(index)).toList();
    }

    private void start(List<Handle<GridCell.Message>> border) {
        for (int row = 0; row < cells.size(); row++) {
            for (int column = 0; column < columns; column++) {
                List<Handle<GridCell.Message>> neighbours = Stream.of(
                                at(row - 1, column, border),
                                at(row + 1, column, border),
                                at(row, column - 1, border),
                                at(row, column + 1, border))
                        .flatMap(Optional::stream)
                        .toList();
                cells.get(row).get(column).send(new GridCell.Start(neighbours));
            }
        }
    }

    /** Returns a cell in this half or at its border, if there is one. */
    private Optional<Handle<GridCell.Message>> at(int row, int column, List<Handle<GridCell.Message>> border) {
        if (row < 0 || row >= cells.size()) {
            return Optional.empty();
        }
        if (column >= 0 && column < columns) {
            return Optional.of(cells.get(row).get(column));
        }
        boolean isBorder = left.isPresent() ? column < 0 : column >= columns;
        return isBorder ? Optional.of(border.get(row)) : Optional.empty();
    }

    private void add(double part) {
        total += part;
        missing--;
        if (missing == 0) {
            left.ifPresentOrElse(
                    known -> {
                        known.half().send(new Total(total));
                        exit();
                    },
                    () -> setEnabled(RESULTS, true));
        }
    }
}
