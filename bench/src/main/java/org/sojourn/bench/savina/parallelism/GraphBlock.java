package org.sojourn.bench.savina.parallelism;

import java.util.List;
import org.sojourn.bench.work.RoadMap;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * A block of the table of distances. In each round it needs what the blocks in its row and its column hold, and sends
 * them what it has made of it.
 *
 * <p>A neighbour that has got everything earlier may be a round ahead of this block, but not two, since it needs this
 * one's distances as well. So there are two mailboxes, for even and for odd rounds, and only one of them is open.
 */
final class GraphBlock extends Selector<GraphBlock.Message> {
    private static final Mailbox<Order> ORDERS = Mailbox.of("orders", Order.class);
    private static final Mailbox<Distances> EVEN =
            Mailbox.of("even rounds", Distances.class).initiallyDisabled();
    private static final Mailbox<Distances> ODD =
            Mailbox.of("odd rounds", Distances.class).initiallyDisabled();

    /** What a block is told. */
    sealed interface Message permits Order, Distances {}

    private sealed interface Order extends Message permits Neighbours, Start {}

    record Neighbours(List<Handle<Message>> handles) implements Order {}

    record Start() implements Order {}

    /** What the block in some row and column holds; nobody writes to it. */
    record Distances(int row, int column, int[][] values) implements Message {}

    private final int rounds;
    private final int row;
    private final int column;
    private final Handle<AllPairsShortestPath.Message> master;
    /** What the blocks in this row, by their columns, and in this column, by their rows, held after the last round. */
    private final int[][][] sameRow;

    private final int[][][] sameColumn;
    private int[][] own;
    private List<Handle<Message>> neighbours = List.of();
    private int received;
    private int round;

    GraphBlock(RoadMap map, int size, int row, int column, Handle<AllPairsShortestPath.Message> master) {
        super(ORDERS, EVEN, ODD);
        this.rounds = map.towns();
        this.row = row;
        this.column = column;
        this.master = master;
        this.own = map.block(row * size, column * size, size);
        this.sameRow = new int[rounds / size][][];
        this.sameColumn = new int[rounds / size][][];
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Neighbours(var handles) -> neighbours = handles;
            case Start() -> tellNeighbours();
            case Distances(var theirRow, var theirColumn, var values) -> {
                if (theirRow == row) {
                    sameRow[theirColumn] = values;
                } else {
                    sameColumn[theirRow] = values;
                }
                received++;
                if (received == neighbours.size()) {
                    received = 0;
                    nextRound();
                }
            }
        }
    }

    private void nextRound() {
        if (round == rounds) {
            master.send(new AllPairsShortestPath.Finished(row, column, own));
            exit();
        } else {
            own = withTown(round);
            round++;
            tellNeighbours();
        }
    }

    private void tellNeighbours() {
        Distances distances = new Distances(row, column, own);
        sameRow[column] = own;
        sameColumn[row] = own;
        boolean isEven = round % 2 == 0;
        neighbours.forEach(neighbour -> neighbour.send(isEven ? EVEN : ODD, distances));
        setEnabled(EVEN, isEven);
        setEnabled(ODD, !isEven);
    }

    /** Returns the distances if the way may also lead through this town. */
    private int[][] withTown(int town) {
        int size = own.length;
        int[][] shorter = new int[size][size];
        int[] fromTown = sameColumn[town / size][town % size];
        for (int i = 0; i < size; i++) {
            int toTown = sameRow[town / size][i][town % size];
            for (int j = 0; j < size; j++) {
                shorter[i][j] = Math.min(own[i][j], toTown + fromTown[j]);
            }
        }
        return shorter;
    }
}
