package org.sojourn.kernel.move;

import org.sojourn.kernel.port.Member;

/**
 * An order to move, or a balancer's offer of a move; not the leaving itself. The sojourner that takes one answers it by {@link #replaced}
 * if another order replaces it, by {@link #refused} if the sojourner exits first; otherwise {@link Migration#depart} answers it. An offer that finds an
 * order waiting may be dropped.
 */
public interface Departure {
    /** {@return where to} */
    Member to();

    /** {@return whether it is nobody's order but a balancer's idea: it gives way to orders} */
    default boolean isOffer() {
        return false;
    }

    /** {@return whether the sojourner itself wants to go, so that nobody else waits for the outcome} */
    default boolean isOwn() {
        return false;
    }

    /** It has left. By any thread, without locks. */
    default void left() {}

    /** It stays where it is, or is back because the other place couldn't run it. By any thread, without locks. */
    void refused(String reason);

    /** Another order has come before it has left. By any thread, without locks. */
    default void replaced(String reason) {
        refused(reason);
    }

    /** It is at that place: it lived there already, or has moved and goes on there. Called there, on the order as it was read there. */
    default void done() {}
}
