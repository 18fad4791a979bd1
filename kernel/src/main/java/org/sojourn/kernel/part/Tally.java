package org.sojourn.kernel.part;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Policy;

/** What is counted of the parts of one kind that one policy runs at one place. */
class Tally implements Context.Tally {
    /** Null for cells that have no body yet. */
    final @Nullable Kind kind;

    /** What runs a part of the kind that was idle when a message came. */
    final Policy policy;

    final LongAdder created = new LongAdder();
    final LongAdder exited = new LongAdder();

    /** Parts that have come from other places. */
    final LongAdder came = new LongAdder();

    /** Parts that have left for other places. */
    final LongAdder left = new LongAdder();

    Tally(@Nullable Kind kind, Policy policy) {
        this.kind = kind;
        this.policy = policy;
    }

    /** How many of its parts live here. */
    long alive() {
        // Exits are read first: a part that comes in between is counted as alive, and none as less than nothing.
        long gone = exited.sum() + left.sum();
        return created.sum() + came.sum() - gone;
    }

    /** What its parts are, for people. */
    @Override
    public String toString() {
        return kind == null ? "a selector in its construction" : kind.name();
    }

    @Override
    public void add(int born, int gone) {
        if (born != 0) {
            created.add(born);
        }
        if (gone != 0) {
            exited.add(gone);
        }
    }
}
