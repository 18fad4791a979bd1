package org.sojourn.kernel.balance;

import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Member;

/**
 * A policy that says which parts move where, and when: one object for each place. It decides; {@link Balancing} keeps
 * the budget, moves nothing in a dry run, and asks parts in their turns.
 *
 * <p>Called by workers, the links' thread and the clock's; must be short.
 */
public interface Balancer {
    /** No worker has anything to do, or had just now. */
    default void starved() {}

    /** Another place asks for parts; if it is standing, no more until it gets some. */
    default void asked(Member by, boolean isStanding) {}

    /**
     * Another place tells how much waits there.
     *
     * @param waiting parts that wait for a worker
     * @param given how many of them it has just sent here
     */
    default void told(Member by, int waiting, int given) {}

    /**
     * A worker has finished what {@link Balancing#give} asked for.
     *
     * @param given how many parts have left; 0 if none could
     */
    default void gave(Member to, int given) {}

    /** A part has processed a message; in its turn. Only called after {@link Balancing#watchMessages}. */
    default void processed(Sojourner part) {}

    /**
     * A part has sent a message; in its turn, and only after {@link Balancing#watchSends}.
     *
     * @param to where the receiver is believed to be
     */
    default void sent(Sojourner part, Member to) {}

    default void joined(Member member) {}

    default void lost(Member member) {}

    /** {@return a place for a part that may live anywhere: usable and not being drained} */
    Member placeForNew();
}
