package org.sojourn.kernel.move;

import java.util.Collection;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/**
 * Something that lives at a place under a name, takes {@linkplain Parcel parcels}, and may go on at another place. It is all that
 * moving, forwarding, forgetting and balancing know of what a room has here: a selector, a node of a network, a thread.
 *
 * <p>A sojourner runs in turns, one at a time, on a worker or on a thread of its own. What is said here to be in its turns is
 * never called at the same time as its own code: it is called in a turn, or by whoever has taken it from a queue to run it.
 *
 * <p>To be given away while it waits for a worker, it must itself be the {@link org.sojourn.kernel.sched.Task} that it submits, and
 * look for an order to leave before it does anything else.
 */
public interface Sojourner {
    /** {@return its name; one is minted if it has none yet} By any thread. */
    Name name();

    /** {@return whether it belongs to the runtime of its place: such a one stays when the place is drained} By any thread. */
    default boolean isOfRuntime() {
        return false;
    }

    /** {@return whether something would be lost with it if its place left the run now} By any thread; exact when nothing runs there. */
    default boolean isLostWithItsPlace() {
        return !isOfRuntime();
    }

    // ---- leaving ------------------------------------------------------------------------------------------------

    /**
     * {@return whether it could leave before what it does next: it may move, waits for nothing that is bound to this place, is
     * ordered nowhere else, and hasn't refused before} In its turns; as far as can be told before it is packed.
     */
    boolean mayLeave();

    /**
     * Has it leave before what it does next, if it {@linkplain #mayLeave may}. In its turns.
     *
     * @return whether it will try to, when it is run
     */
    boolean offer(Departure order);

    /** Orders it to leave as soon as it may. By any thread. */
    void order(Departure order);

    /** {@return how many turns it needs for what waits to be done, at least 1} By its owner, who may run it. */
    default int turnsDue() {
        return 1;
    }

    // ---- coming -------------------------------------------------------------------------------------------------

    /**
     * It has been {@linkplain Luggage#unpack unpacked} where it came from, since it couldn't go on elsewhere. Before it left it has
     * sent on these ways, and the next move has to wait for them as well.
     */
    void restore(Collection<Descriptor<Sojourner>> ways, Collection<Fence> fences);

    /**
     * It runs from now on. Called once after it has been unpacked.
     *
     * @param from where it was before; this place if it couldn't go on elsewhere
     */
    void resume(Member from);

    // ---- being remembered ---------------------------------------------------------------------------------------

    /** {@return what a balancer remembers of it: one object while it is at this place, and another after a move} In its turns. */
    Talks talks();
}
