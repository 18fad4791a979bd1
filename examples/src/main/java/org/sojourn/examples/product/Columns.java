package org.sojourn.examples.product;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.ReplyTo;

/** Columns of the second factor, at their place. Whoever is there reads them as they are; nothing is copied. */
@Immovable("others come to it")
final class Columns extends Actor<Columns.Read> {
    /**
     * Asks for them.
     *
     * @param asker gets them
     */
    record Read(ReplyTo<Matrix> asker) {}

    private final Matrix columns;

    Columns(Matrix columns) {
        this.columns = columns;
    }

    @Override
    protected void process(Read read) {
        read.asker().reply(columns);
    }
}
