package org.sojourn.kernel.move;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.name.NameTable;
import org.sojourn.kernel.site.Registered;
import org.sojourn.kernel.site.Site;

/** What is named at a place, of whichever {@link Room}. */
public final class Residents {
    /** So many counts of names are kept for the runtime's own. */
    public static final int WELL_KNOWN = 15;

    private final Site site;
    private final NameTable<Sojourner> names;
    private final Registered<Room> rooms = new Registered<>("room");

    /** Makes the table of a place, which is empty. */
    public Residents(Site site) {
        this.site = site;
        this.names = new NameTable<>(site.self(), WELL_KNOWN);
    }

    /**
     * Registers a room; before the start.
     *
     * @throws IllegalStateException if there is one of that number
     */
    public void add(Room room) {
        rooms.add(room.number(), room);
    }

    Room room(int number) {
        return rooms.of(number);
    }

    public Site site() {
        return site;
    }

    public NameTable<Sojourner> names() {
        return names;
    }

    /**
     * {@return whether nobody will ask for the creation of a sojourner of some name at this place, any more} If so, and if this place
     * knows nothing of the name, the sojourner has exited. So it is if the name was minted here, by this incarnation or a
     * predecessor, or if its birthplace is out.
     */
    public boolean isPast(Name name) {
        return name.birthplace().place() == site.self().place()
                || site.switchboard().isOut(name.birthplace());
    }

    /** {@return whether the request for a creation may be on its way still} */
    boolean isUnconfirmed(Name name) {
        for (Room each : rooms.all()) {
            if (each.isUnconfirmed(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Notes that a sojourner has exited here.
     *
     * @param former the sojourner itself
     */
    public void exited(Name name, Sojourner former) {
        Descriptor<Sojourner> known = names.find(name);
        if (known != null) {
            names.exit(known.name(), former);
            rooms.all().forEach(each -> each.exited(known));
        }
    }

    /**
     * Has a sojourner exit that is entered here, unless it finds that it can't. The name says so before anybody is refused.
     *
     * @param closes closes the sojourner to all that comes, or returns false; with the lock of the name's descriptor held
     * @return whether it has exited
     */
    public boolean exits(Name name, Sojourner former, BooleanSupplier closes) {
        Descriptor<Sojourner> known = names.locate(name, site.self());
        synchronized (known) {
            if (!closes.getAsBoolean()) {
                return false;
            }
            names.exit(name, former);
        }
        rooms.all().forEach(each -> each.exited(known));
        return true;
    }

    /** Forgets a name whose owner has exited, if nothing is held back for it. Handles of this place keep the descriptor, which says so. */
    void forget(Descriptor<Sojourner> of) {
        synchronized (of) {
            if (!names.forget(of)) {
                return;
            }
            of.exit();
        }
        rooms.all().forEach(each -> each.exited(of));
    }

    /** {@return who has a name here, if that is a resident of some type} */
    public <S extends Sojourner> @Nullable S resident(Name name, Class<S> type) {
        Descriptor<Sojourner> known = names.find(name);
        Sojourner here = known == null ? null : known.resident();
        return type.isInstance(here) ? type.cast(here) : null;
    }
}
