package org.sojourn.kernel.part;

import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Room;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;

/** The room of all parts, whichever guest's they are. */
record PartRoom(Parts parts) implements Room {
    static final int NUMBER = 0;

    @Override
    public int number() {
        return NUMBER;
    }

    @Override
    public Luggage read(Name name, PacketReader packet) {
        return CellLuggage.read(parts, name, packet);
    }

    @Override
    public boolean isUnconfirmed(Name name) {
        return parts.isUnconfirmed(name);
    }

    @Override
    public void exited(Descriptor<Sojourner> of) {
        parts.flow().exited(of);
    }
}
