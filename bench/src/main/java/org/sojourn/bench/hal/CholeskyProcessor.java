package org.sojourn.bench.hal;

import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * One of the processors that share the columns of a Cholesky decomposition. Column k is completed by its owner when columns 0
 * to k - 1 were subtracted from it, and goes to all others, which subtract it from theirs.
 *
 * <p>Columns of different owners may come in any order; a local constraint has them taken in theirs. That is all the
 * synchronisation that the pipelined ways need. In the others an iteration begins when the master has heard that all have
 * ended the one before.
 */
final class CholeskyProcessor extends Selector<CholeskyProcessor.Message> {
    static final Mailbox<Column> COLUMNS = Mailbox.of("columns", Column.class)
            .when(CholeskyProcessor.class, (self, column) -> column.number() == self.next);
    static final Mailbox<Order> ORDERS = Mailbox.of("orders", Order.class);

    /** The four ways of the paper's Table 1. */
    enum Way {
        /** One iteration after the other, cyclic; the owner sends to each. */
        SEQ(false),
        /** Pipelined, a block of columns for each. */
        BP(true),
        /** Pipelined, cyclic. */
        CP(true),
        /** One iteration after the other, cyclic; a column is broadcast to the group of all. */
        BCAST(false);

        final boolean pipelined;

        Way(boolean pipelined) {
            this.pipelined = pipelined;
        }

        int owner(int column, int size, int processors) {
            return this == BP ? column / Math.ceilDiv(size, processors) : column % processors;
        }
    }

    /** What a processor is told. */
    sealed interface Message {}

    /**
     * A completed column.
     *
     * @param number which one
     * @param values from the diagonal down
     */
    record Column(int number, double[] values) implements Message {}

    /** What the master says. */
    sealed interface Order extends Message {}

    /**
     * The iterations before are over: the owner may complete its column.
     *
     * @param column which one
     */
    record Complete(int column) implements Order {}

    /** All is over: the columns are wanted. */
    record HandIn() implements Order {}

    private final Way way;
    private final int size;
    private final int me;
    private final Handle<CholeskyMaster.Message> master;
    private final Map<Integer, double[]> columns = new TreeMap<>();
    private final Group<Message> all;

    /** The next column to be subtracted. */
    private int next;

    CholeskyProcessor(Way way, int size, Group<Message> all, int me, Handle<CholeskyMaster.Message> master) {
        super(COLUMNS, ORDERS);
        this.way = way;
        this.size = size;
        this.all = all;
        this.me = me;
        this.master = master;
    }

    @Override
    protected void preStart() {
        for (int column = 0; column < size; column++) {
            if (isMine(column)) {
                columns.put(column, Columns.of(size, column));
            }
        }
        master.send(new CholeskyMaster.Ready());
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Column column -> subtract(column);
            case Complete(int column) -> {
                Column completed = complete(column);
                if (way != Way.BCAST) {
                    subtract(completed);
                }
            }
            case HandIn() -> {
                master.send(
                        new CholeskyMaster.Part(new ArrayList<>(columns.keySet()), new ArrayList<>(columns.values())));
                exit();
            }
        }
    }

    private boolean isMine(int column) {
        return column < size && way.owner(column, size, all.size()) == me;
    }

    private Column complete(int number) {
        double[] values = columns.getOrDefault(number, new double[0]);
        Columns.divide(values);
        Column column = new Column(number, values);
        if (way == Way.BCAST) {
            all.broadcast(COLUMNS, column);
        } else {
            for (int i = 0; i < all.size(); i++) {
                if (i != me) {
                    all.member(i).send(COLUMNS, column);
                }
            }
        }
        return column;
    }

    /** The pipelined ways first see to the next column, so that the others have it while the rest is done. */
    private void subtract(Column given) {
        Column column = given;
        while (true) {
            next = column.number() + 1;
            boolean ahead = way.pipelined && isMine(next);
            Column following = column;
            if (ahead) {
                subtractFrom(next, column);
                following = complete(next);
            }
            int first = ahead ? next + 1 : next;
            for (int later : columns.keySet()) {
                if (later >= first) {
                    subtractFrom(later, column);
                }
            }
            if (!way.pipelined || next == size) {
                master.send(new CholeskyMaster.Done(next));
            }
            if (!ahead) {
                return;
            }
            column = following;
        }
    }

    private void subtractFrom(int later, Column column) {
        double[] from = columns.getOrDefault(later, new double[0]);
        Columns.subtract(from, column.values(), later - column.number());
    }
}
