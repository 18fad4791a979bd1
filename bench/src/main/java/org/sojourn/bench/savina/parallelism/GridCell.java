package org.sojourn.bench.savina.parallelism;

import java.util.List;
import org.sojourn.bench.work.Relaxation;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * A cell of a grid. Half of the cells send their values at once, the others when they have had all their neighbours',
 * and from then on by turns. Values that come before the cell has been started wait behind a guard.
 */
final class GridCell extends Selector<GridCell.Message> {
    private static final Mailbox<Start> STARTS = Mailbox.of("starts", Start.class);
    private static final Mailbox<Value> VALUES =
            Mailbox.of("values", Value.class).initiallyDisabled();

    /** What a cell is told. */
    sealed interface Message permits Start, Value {}

    record Start(List<Handle<Message>> neighbours) implements Message {}

    record Value(double value) implements Message {}

    private final int row;
    private final int column;
    private final int rounds;
    private final Handle<GridHalf.Message> half;
    private double value;
    private List<Handle<Message>> neighbours = List.of();
    private int sent;
    private int received;
    private double sum;

    GridCell(int row, int column, double value, int rounds, Handle<GridHalf.Message> half) {
        super(STARTS, VALUES);
        this.row = row;
        this.column = column;
        this.value = value;
        this.rounds = rounds;
        this.half = half;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Start(var handles) -> {
                neighbours = handles;
                setEnabled(VALUES, true);
                if (Relaxation.isGiven(row, column)) {
                    tellNeighbours();
                }
            }
            case Value(var theirs) -> {
                received++;
                sum += theirs;
                if (received % neighbours.size() == 0) {
                    endRound();
                }
            }
        }
    }

    private void endRound() {
        if (sent < rounds) {
            value = Relaxation.relaxed(value, sum);
            sum = 0;
            tellNeighbours();
        }
        if (received == rounds * neighbours.size()) {
            half.send(new GridHalf.Done(row, column, value));
            exit();
        }
    }

    private void tellNeighbours() {
        neighbours.forEach(neighbour -> neighbour.send(new Value(value)));
        sent++;
    }
}
