package org.sojourn.kernel.move;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/**
 * A {@link Sojourner} that is between two steps of its own and about to leave. {@link Migration#depart} calls these, in the
 * sojourner's turn: {@link #staysBecause}, after which it may be refused at once; {@link #prepare}; {@link #export}; then {@link
 * #settles}, {@link #pack} and {@link #closes} until it has closed; {@link #ways}, {@link #fences} and {@link #left}. If anything
 * fails before it has closed, {@link #stay} is called instead. What comes after that mustn't throw: the sojourner could neither
 * leave nor stay.
 */
public interface Leaver {
    Sojourner sojourner();

    /** {@return its name, which is entered at this place} */
    Name export();

    /** {@return a clause that says why it can't leave whatever it waits for; null if it may} */
    @Nullable
    String staysBecause();

    /**
     * Has its own code prepare.
     *
     * @throws Exception its own code's: it stays
     */
    void prepare(Member to) throws Exception;

    /** What comes of an order when all that has arrived was looked at. */
    enum Verdict {
        /** It may leave. */
        LEAVES,
        /** It stays: it is about to end, or waits for something that is bound to this place. The order is to be refused. */
        STAYS,
        /** It stays for now. It keeps the order, or has refused it itself. */
        STAYS_FOR_NOW
    }

    /** Looks at all that has arrived. */
    Verdict settles(Departure order);

    /**
     * Takes what it has; it keeps that until it has left.
     *
     * @throws org.sojourn.kernel.port.UnencodableException if something can't travel
     */
    Luggage pack(Departure order);

    /**
     * Takes nothing any more from now on, if nothing has arrived that isn't packed. Its descriptor says already that it has left. With
     * the lock of that descriptor held: no program's code, and no other descriptor's lock.
     *
     * @return false if something has arrived
     */
    boolean closes();

    /** {@return on which ways its mail may be on its way, as the descriptors of the receivers} */
    Collection<Descriptor<Sojourner>> ways();

    /** {@return what else of its mail may be on its way} */
    Collection<Fence> fences();

    /** It has left: nothing at this place is held or counted because of it any more. */
    void left();

    /** It couldn't leave, and goes on here. It is to undo what {@link #prepare} did before it does anything else. */
    void stay();
}
