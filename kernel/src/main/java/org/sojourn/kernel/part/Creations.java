package org.sojourn.kernel.part;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.site.Site;

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
    private final Post post;
    private final Parts parts;
    private final Site site;

    /** Creations asked for and not confirmed yet, with where they were asked for. */
    private final Map<Name, Member> unconfirmed = new ConcurrentHashMap<>();

    /** Where parts are created that would be created here; null for here. Plain: who reads an old value creates here once more. */
    private @Nullable Supplier<Member> elsewhere;

    /** Begins to create what other places ask for. */
    public Creations(Post post) {
        this.post = post;
        this.parts = post.parts();
        this.site = parts.site();
        site.switchboard().on(PacketKind.CREATE, this::create);
        site.switchboard().on(PacketKind.CREATED, (from, packet) -> unconfirmed.remove(Name.read(packet)));
        site.switchboard().on(PacketKind.SEEK, this::sought);
        site.switchboard().on(PacketKind.GONE, this::gone);
        parts.onCreation(this::seek, unconfirmed::containsKey);
    }

    /** {@return the parts of this place} */
    public Parts parts() {
        return parts;
    }

    /** Creates a part here, or where new parts are created instead; mail may be sent at once. */
    public Target create(Birth birth) {
        Target placed = elsewhere == null ? null : place(birth);
        if (placed != null) {
            return placed;
        }
        Cell cell = new Cell(parts.birthsOf(birth), null);
        cell.create(birth);
        return cell;
    }

    /**
     * Creates a part at another place. Returns at once with a usable target.
     *
     * @param at the place; if it is lost already, mail to the part becomes dead letters, and if it is about to leave, the part is
     *     created here
     * @param guest whose kind of part it is
     * @param description what {@link Kinds#birth} makes a birth of, at the other place
     * @param asked what the birth asks of {@link Kinds#policy} there; empty for nothing
     * @throws UnencodableException if the description can't travel
     */
    public Target createAt(Member at, int guest, Object description, String asked) {
        if (at.equals(site.self())
                || site.switchboard().isUsable(at) && !site.switchboard().takesMore(at)) {
            return create(parts.kinds().of(guest).birth(site.copier().copy(description), asked));
        }
        return ask(at, guest, description, asked);
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
    private @Nullable Target place(Birth birth) {
        Supplier<Member> where = elsewhere;
        Object description = where == null ? null : birth.description();
        if (where == null || description == null) {
            return null;
        }
        Member at = where.get();
        if (at.equals(site.self())) {
            return null;
        }
        try {
            return ask(at, birth.guest(), description, birth.asked());
        } catch (UnencodableException bound) { // to this place, as it was made for it
            return null;
        }
    }

    /** Asks another place for a part. */
    private Target ask(Member at, int guest, Object description, String asked) {
        Encoded encoded = site.codec().encode(description);
        Name name = parts.names().mint();
        Descriptor<Sojourner> entered = parts.names().enter(name, at);
        unconfirmed.put(name, at);
        PacketWriter packet = new PacketWriter(PacketKind.CREATE, 19 + asked.length() + encoded.bytes().length);
        name.write(packet);
        packet.u8(guest).text(asked);
        site.tracing().write(packet, site.tracing().current());
        if (!site.switchboard().send(at, name.orderKey(), packet, encoded)) {
            unconfirmed.remove(name);
            parts.names().forget(entered); // there will be no part to remember
        }
        parts.flow().sentTo(at, false);
        return post.to(entered);
    }

    private void create(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        int guest = packet.u8();
        String asked = packet.text();
        Tracer.Carried carried = site.tracing().read(packet);
        Birth birth = birth(packet, guest, asked);
        Descriptor<Sojourner> descriptor = parts.names().settle(name, parts::expected);
        if (!(descriptor.resident() instanceof Cell cell) || !cell.claim()) {
            confirm(name, from);
            return;
        }
        site.tracing().within(carried, () -> cell.create(birth, () -> confirm(name, from)));
    }

    /** A description that can't be used, or not even be rebuilt, fails in the part's own turn, as a constructor would. */
    private Birth birth(PacketReader packet, int guest, String asked) {
        try {
            return parts.kinds().of(guest).birth(readDescription(packet), asked);
        } catch (IllegalArgumentException | UndecodableException e) {
            return () -> {
                throw e;
            };
        }
    }

    /** {@return the description that a packet carries, which is never null} */
    public static Object readDescription(PacketReader packet) {
        Object description = packet.value();
        if (description == null) {
            throw new MalformedException("a creation that is described by null");
        }
        return description;
    }

    private void confirm(Name name, Member to) {
        tell(to, PacketKind.CREATED, name);
    }

    private void tell(Member to, PacketKind what, Name name) {
        PacketWriter packet = new PacketWriter(what, 24);
        name.write(packet);
        site.switchboard().send(to, name.orderKey(), packet);
    }

    // ---- early or late ------------------------------------------------------------------------------------------

    /** Makes a cell for a name of which only mail is known here, and asks whether it is late. Members of groups aren't forgotten. */
    private Cell seek(Name name) {
        if (!name.isOfGroup()) {
            tell(name.birthplace(), PacketKind.SEEK, name);
        }
        return parts.expected(name);
    }

    private void sought(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        Descriptor<Sojourner> known = parts.names().find(name);
        if (known == null ? parts.names().isForgotten(name) : known.isExited()) {
            tell(from, PacketKind.GONE, name);
        }
    }

    private void gone(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        Descriptor<Sojourner> known = parts.names().find(name);
        if (known == null || !name.birthplace().equals(from)) {
            return;
        }
        Sojourner waits;
        synchronized (known) { // who has asked may still be making the cell
            waits = known.resident();
        }
        if (waits instanceof Cell cell) {
            cell.unborn();
        }
    }

    /** {@return how many creations are not confirmed yet} */
    public int unconfirmed() {
        return unconfirmed.size();
    }

    /** A place is lost, with what was to be created there, or from there. */
    public void lost(Member member) {
        unconfirmed.values().removeIf(member::equals);
        for (Sojourner each : parts.names().residents()) {
            if (each instanceof Cell cell && cell.name().birthplace().equals(member)) {
                cell.unborn();
            }
        }
    }
}
