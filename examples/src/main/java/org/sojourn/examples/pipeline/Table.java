package org.sojourn.examples.pipeline;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.ReplyTo;

/** The rows of a place: those whose number leaves its number, divided by that of places. What they say is calculated, where a real one would read it. */
@Immovable("others come to it")
final class Table extends Actor<Table.Read> {
    static final int STAGES = 3;
    private static final int ROWS = 1_000_003;

    /** Asks for a row of one of the tables. */
    record Read(int stage, int row, ReplyTo<Integer> reader) {}

    @Override
    protected void process(Read read) {
        read.reader().reply(row(read.stage(), read.row()));
    }

    /** What a row says, wherever it lies: the number of one of the next table, or, in the last one, a price. */
    static int row(int stage, int row) {
        return (int) ((row * 48_271L + stage * 69_621L + 11) % ROWS);
    }
}
