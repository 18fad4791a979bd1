package org.sojourn.kernel.part;

import java.util.List;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.port.Member;

/** What brings parcels to parts that aren't here, and parts to other places. Owned here, kept by the package that moves parts. */
public interface Mover {
    /** Of a place where parts don't move. */
    Mover NONE = new Mover() {};

    /**
     * Sends a parcel on, or holds it back until it is known where to.
     *
     * @param to whom
     * @param parcel what
     */
    default void post(Descriptor<Cell> to, Parcel parcel) {
        if (to.isExited()) {
            parcel.undeliverable(parcel.post().to(to), DeadLetters.Cause.EXITED);
        } else if (!parcel.send(to.name(), to.location(), to.epoch())) {
            parcel.undeliverable(parcel.post().to(to), DeadLetters.Cause.PLACE_LOST);
        }
    }

    /**
     * Takes a parcel from another place.
     *
     * @param from the place that has sent it, or sent it on
     * @param to whom it is for
     * @param parcel what
     */
    default void arrived(Member from, Descriptor<Cell> to, Parcel parcel) {
        parcel.deliver(parcel.post().to(to));
    }

    /**
     * Has a part leave. In a turn of the part, between two messages.
     *
     * @return whether it is gone; if not, it goes on here, and the order has been answered
     */
    default boolean depart(Leaving part, Departure order) {
        order.refused(part.parts(), part + " can't move: parts don't move at this place");
        return false;
    }

    /**
     * A place is lost. What isn't found elsewhere is lost with it. This place is active until that is decided.
     *
     * @param judged called when that is decided, perhaps at once
     */
    default void lost(Member member, Runnable judged) {
        judged.run();
    }

    /**
     * Says what is held back until it is known where it goes. May be called by any thread.
     *
     * @return a sentence for each receiver, sorted
     */
    default List<String> heldBack() {
        return List.of();
    }

    /**
     * Says which parts are on their way. May be called by any thread.
     *
     * @return a sentence for each, sorted
     */
    default List<String> underWay() {
        return List.of();
    }

    /**
     * Looks now which names this place needs no more. It does so by itself from time to time; see {@link
     * org.sojourn.kernel.name.Upkeep}.
     */
    default void forget() {}

    /**
     * Has something done when it is decided what was lost with a place.
     *
     * @param member a place that is out
     * @param judged called then, perhaps at once
     */
    default void whenJudged(Member member, Runnable judged) {
        judged.run();
    }

    /**
     * {@return whether it is still to be decided what was lost with some place: false when nobody was lost, or all that was lost is
     * known} May be called by any thread.
     */
    default boolean isJudging() {
        return false;
    }
}
