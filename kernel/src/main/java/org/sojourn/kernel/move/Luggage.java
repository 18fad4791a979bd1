package org.sojourn.kernel.move;

import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Encoded;

/** All that a sojourner has when it moves. Where it leaves, that is kept until it is known to run elsewhere. */
public interface Luggage {
    /** {@return the number of the room that {@linkplain Room#read reads} it at the other place} */
    int room();

    /**
     * Writes it.
     *
     * @throws org.sojourn.kernel.port.UnencodableException if something can't travel; names the path to it
     * @return the objects, to end the packet with
     */
    Encoded write(PacketWriter packet);

    /**
     * Makes a sojourner of it: at the place that has read it, or at the place that has packed it, to take it back, where this mustn't
     * throw. The sojourner is owned by the caller, takes parcels by {@link Parcel#leave}, and doesn't run before {@link
     * Sojourner#resume}.
     *
     * @throws IllegalArgumentException if what it needs isn't here
     */
    Sojourner unpack();

    /** It has come through, and runs at the place where it was read: whoever has ordered that is told. */
    default void landed() {}
}
