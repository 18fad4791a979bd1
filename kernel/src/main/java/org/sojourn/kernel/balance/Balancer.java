package org.sojourn.kernel.balance;

import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Member;

/**
 * A policy that says which parts move where, and when: one object for each place. It decides; {@link Balancing} sees to it that
 * budgets are kept, that nothing moves in a dry run, and that parts are asked in their turns.
 *
 * <p>What is called here is called by workers, by the links' thread and by the clock's, and must be short.
 */
public interface Balancer {
    /**
     * Begins, before the place starts.
     *
     * @param here what the policy sees and may do
     */
    void begin(Balancing here);

    /** No worker has anything to do. Also called when one may have got something in between. */
    default void starved() {}

    /**
     * Another place asks for parts.
     *
     * @param by who asks
     * @param isStanding whether it is silent from now on, until it gets some
     */
    default void asked(Member by, boolean isStanding) {}

    /**
     * Another place tells how much waits there.
     *
     * @param by who tells
     * @param waiting parts that wait for a worker
     * @param given how many of them it has just sent here
     */
    default void told(Member by, int waiting, int given) {}

    /**
     * What {@link Balancing#give} had a worker do is done.
     *
     * @param to who was to get parts
     * @param given how many have left; 0 if none could
     */
    default void gave(Member to, int given) {}

    /**
     * A part has processed a message; in its turn. Only called if {@link Balancing#watchMessages} was.
     *
     * @param part the part
     */
    default void processed(Cell part) {}

    /**
     * A part has sent a message; in its turn. Only called if {@link Balancing#watchSends} was.
     *
     * @param part the part
     * @param to where the receiver is believed to be
     */
    default void sent(Cell part, Member to) {}

    /**
     * A place is lost.
     *
     * @param member the place
     */
    default void lost(Member member) {}

    /**
     * Chooses a place for a part that may live anywhere.
     *
     * @return one that is usable and isn't being drained
     */
    Member placeForNew();
}
