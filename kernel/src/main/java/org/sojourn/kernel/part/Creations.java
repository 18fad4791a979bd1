package org.sojourn.kernel.part;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * Creation at another place.
 *
 * <p><b>Purpose.</b> The asker gets a usable handle at once and goes on; nothing waits for the other place. (Aliases of
 * Agha and Kim, <i>Efficient Support of Location Transparency in Concurrent Object-Oriented Programming Languages</i>,
 * 1995, "Remote Actor Creation"; the creation record and its confirmation are those of the distributed selector runtime
 * HJDS.)
 *
 * <p><b>Messages.</b> CREATE(name, policy asked for, description) from the asker, CREATED(name) back when the part has been constructed
 * or has failed to be. The asker mints the name, so it can send to the part before the part exists.
 *
 * <p><b>States of a name at the place of creation.</b>
 *
 * <pre>
 *   unknown --mail--&gt; expected --CREATE--&gt; created --exit--&gt; exited
 *      |                                     ^
 *      +---------------CREATE----------------+
 * </pre>
 *
 * <em>Expected</em>: mail has overtaken the creation, which can happen when a third place has learnt the name; it waits
 * in a cell without a body, in order, and the creation finds it there. <em>Exited</em> stays in the name table until the
 * asker knows it; then the name is <em>unknown</em> once more. The asker takes no notice of that before the creation is confirmed: what is
 * expected may be ended from outside, and a CREATE that comes later must find that it has exited.
 *
 * <p><b>Early or late?</b> Mail for an unknown name may be early, or so late that this place has forgotten the part. So it waits as
 * if it were early, and the asker, which is the name's birthplace, is asked (SEEK). If the part has exited it says so (GONE),
 * and what waits are dead letters. Otherwise it says nothing: it has sent the CREATE before, or sends it when it is about to.
 * Where CREATE is slow this costs a packet for each name.
 *
 * <p><b>Repeated requests.</b> A CREATE for a name that is created, or exited and not forgotten, changes nothing and is confirmed
 * again. The links deliver exactly once between live members, so a repetition is not expected from this kernel; a user's own links
 * may be weaker.
 *
 * <p><b>Losses.</b> When the place of creation is lost, the records of creations there are dropped and the watchers told.
 * When the asker's place is lost while cells still wait for its CREATE, they never get one: their mail becomes dead
 * letters.
 */
public final class Creations {
    private final Kernel kernel;

    /** Creations asked for and not confirmed yet, with where they were asked for. */
    private final Map<Name, Member> unconfirmed = new ConcurrentHashMap<>();

    /** Where parts are created that would be created here; null for here. Plain: who reads an old value creates here once more. */
    private @Nullable Supplier<Member> elsewhere;

    Creations(Kernel kernel) {
        this.kernel = kernel;
        kernel.switchboard().on(PacketKind.CREATE, this::create);
        kernel.switchboard().on(PacketKind.CREATED, (from, packet) -> unconfirmed.remove(Name.read(packet)));
        kernel.switchboard().on(PacketKind.SEEK, this::sought);
        kernel.switchboard().on(PacketKind.GONE, this::gone);
    }

    /**
     * Has parts that would be created here created elsewhere, if what constructs them can travel.
     *
     * @param where gives the place for each
     */
    public void createElsewhere(Supplier<Member> where) {
        elsewhere = where;
    }

    /** Creates a part elsewhere that would be created here; null if it is to be created here after all. */
    @Nullable
    Target place(Kinds.Birth birth) {
        Supplier<Member> where = elsewhere;
        Object description = where == null ? null : birth.description();
        if (where == null || description == null) {
            return null;
        }
        Member at = where.get();
        if (at.equals(kernel.self())) {
            return null;
        }
        try {
            return ask(at, description, birth.asked());
        } catch (UnencodableException bound) { // to this place, as it was made for it
            return null;
        }
    }

    /** Asks another place for a part. */
    Target ask(Member at, Object description, String asked) {
        Encoded encoded = kernel.codec().encode(description);
        Name name = kernel.names().mint();
        Descriptor<Cell> entered = kernel.names().enter(name, at);
        unconfirmed.put(name, at);
        PacketWriter packet = new PacketWriter(PacketKind.CREATE, 18 + asked.length() + encoded.bytes().length);
        name.write(packet);
        packet.text(asked);
        kernel.tracing().write(packet, kernel.tracing().current());
        if (!kernel.switchboard().send(at, name.orderKey(), packet, encoded)) {
            unconfirmed.remove(name);
            kernel.names().forget(entered); // there will be no part to remember
        }
        kernel.credits().sentTo(at);
        return new Located(kernel, entered);
    }

    private void create(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        String asked = packet.text();
        Tracer.Carried carried = kernel.tracing().read(packet);
        Kinds.Birth birth = birth(packet, asked);
        Descriptor<Cell> descriptor = kernel.names().settle(name, kernel::expected);
        Cell cell = descriptor.resident();
        if (cell == null || !cell.claim()) {
            confirm(name, from);
            return;
        }
        kernel.tracing().within(carried, () -> cell.signal(Signal.Create.of(kernel, birth, () -> confirm(name, from))));
    }

    /** A description that can't be used, or not even be rebuilt, fails in the part's own turn, as a constructor would. */
    private Kinds.Birth birth(PacketReader packet, String asked) {
        try {
            return kernel.kinds().birth(packet.value(), asked);
        } catch (IllegalArgumentException | UndecodableException e) {
            return () -> {
                throw e;
            };
        }
    }

    private void confirm(Name name, Member to) {
        tell(to, PacketKind.CREATED, name);
    }

    private void tell(Member to, PacketKind what, Name name) {
        PacketWriter packet = new PacketWriter(what, 24);
        name.write(packet);
        kernel.switchboard().send(to, name.orderKey(), packet);
    }

    // ---- early or late ------------------------------------------------------------------------------------------

    /** Makes a cell for a name of which only mail is known here, and asks whether it is late. Members of groups aren't forgotten. */
    Cell seek(Name name) {
        if (!name.isOfGroup()) {
            tell(name.birthplace(), PacketKind.SEEK, name);
        }
        return kernel.expected(name);
    }

    private void sought(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        Descriptor<Cell> known = kernel.names().find(name);
        if (known == null ? kernel.names().isForgotten(name) : known.isExited()) {
            tell(from, PacketKind.GONE, name);
        }
    }

    private void gone(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        Descriptor<Cell> known = kernel.names().find(name);
        if (known == null || !name.birthplace().equals(from)) {
            return;
        }
        Cell waits;
        synchronized (known) { // who has asked may still be making the cell
            waits = known.resident();
        }
        unborn(waits);
    }

    /** Nobody will ask for the creation that a cell waits for. */
    static void unborn(@Nullable Cell cell) {
        if (cell != null && cell.isExpected()) {
            cell.signal(new Signal.Unborn());
        }
    }

    /**
     * Returns whether the request for a creation may be on its way still.
     *
     * @param name the name of what is to be created
     * @return whether this place has asked for it and no confirmation has come
     */
    public boolean isUnconfirmed(Name name) {
        return unconfirmed.containsKey(name);
    }

    /**
     * Returns how many creations are not confirmed yet.
     *
     * @return records kept
     */
    public int unconfirmed() {
        return unconfirmed.size();
    }

    void lost(Member member) {
        unconfirmed.values().removeIf(member::equals);
        for (Cell cell : kernel.names().residents()) {
            if (cell.name().birthplace().equals(member)) {
                unborn(cell);
            }
        }
    }
}
