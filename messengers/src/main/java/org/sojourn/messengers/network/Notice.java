package org.sojourn.messengers.network;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;

/** What a node hears from another one that concerns it alone, and no script. */
final class Notice extends Item {
    enum What {
        /** The other end of a link that was deleted here is gone: nothing comes by it any more. */
        SEVERED,
        /** A messenger that was away on an errand doesn't come back. */
        NOT_BACK,
        /** A link that was made here leads to no node. */
        UNLINKED
    }

    final What what;

    /** Which link; null if it is about none. */
    final @Nullable Name link;

    Notice(What what, @Nullable Name link) {
        this.what = what;
        this.link = link;
    }

    @Override
    void go(LaneTurn turn) {
        turn.noticed(this);
    }

    @Override
    public String toString() {
        return "notice " + what;
    }
}
