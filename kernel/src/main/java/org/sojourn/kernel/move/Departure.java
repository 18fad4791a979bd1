package org.sojourn.kernel.move;

import org.sojourn.kernel.port.Member;

/**
 * An order to move. Whoever takes one sees that it is answered: {@link #refused} if it is replaced by another, or if the sojourner exits
 * first; {@link Migration#depart} does the rest. An offer that finds an order waiting may be dropped.
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

    /** It is at that place: it lived there already, or has moved and goes on there. Called there, on the order as it was read there. */
    default void done() {}
}
