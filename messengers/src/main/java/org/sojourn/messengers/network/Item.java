package org.sojourn.messengers.network;

import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Limits;

/** What a node gets to, in its turn: a messenger that runs, or something that was sent to it. Is in one queue at a time. */
abstract class Item {
    static final int URGENT = Limits.PRIORITY;

    /** The one after it in its node's queue. */
    @Nullable
    Item next;

    /** The node that it is for. Set before it is given to a lane. */
    @Nullable
    Node node;

    /** From 0 to {@value #URGENT}: the one of the highest goes first, and of one priority the first that came. */
    int priority;

    /** Does it. In the turn of the node's lane. */
    abstract void go(LaneTurn turn);
}
