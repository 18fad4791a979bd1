package org.sojourn.messengers.network;

/** A message for a node's box: what {@code m_send} sends. */
final class Letter extends Item {
    final Object what;

    Letter(Object what) {
        this.what = what;
    }

    @Override
    void go(LaneTurn turn) {
        turn.boxed(what);
    }

    @Override
    public String toString() {
        return "message " + what.getClass().getSimpleName();
    }
}
