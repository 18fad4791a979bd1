package org.sojourn.strands;

import org.jspecify.annotations.Nullable;

/**
 * Has a strand go on. It waits in a mailbox of the strand's own, so that it moves with it, and waits while the strand is paused or muted.
 *
 * @param number of what it ends; if the strand waits for that no more it is passed over
 * @param what what has happened
 * @param value what came, or why nothing did
 * @param place where the strand was then
 */
record Wake(long number, What what, @Nullable Object value, int place) {
    /** What has happened. */
    enum What {
        /** It is its turn again. */
        GO_ON,

        /** What it waited for is there. */
        CAME,

        /** It is known that it won't come: the value says why. */
        FAILED,

        /** It has waited long enough. */
        LATE,

        /** It has moved, perhaps where it wanted to. */
        MOVED,

        /** It wanted to move and can't: the value says why. */
        STAYS
    }
}
