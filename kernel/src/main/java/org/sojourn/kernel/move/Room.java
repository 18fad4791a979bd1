package org.sojourn.kernel.move;

import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;

/** What has sojourners of some sort at a place. Registered once, before the start, by {@link Residents#add}. */
public interface Room {
    /** {@return the number by which other places know it, 0 to 255} */
    int number();

    /**
     * Reads what {@link Luggage#write} has written. Whatever it throws has the sojourner stay where it was.
     *
     * @throws org.sojourn.kernel.port.MalformedException if it is none
     * @throws IllegalArgumentException if something that it needs isn't here
     */
    Luggage read(Name name, PacketReader packet);

    /**
     * {@return whether the request for the creation of a sojourner may be on its way still} Its name isn't forgotten before: the request
     * would find an unknown name, and create what nobody knows.
     */
    default boolean isUnconfirmed(Name name) {
        return false;
    }

    /** One has exited, wherever it was, and is forgotten here. Without locks. */
    default void exited(Descriptor<Sojourner> of) {}
}
