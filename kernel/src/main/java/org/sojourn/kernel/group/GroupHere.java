package org.sojourn.kernel.group;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Multicast;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Birth;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Creations;
import org.sojourn.kernel.part.Many;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Quantum;

/**
 * A group, as one place knows it: parts that were created together, are known by their indexes, and can all be sent one message.
 *
 * <p><b>Names.</b> The names of a group and of its members are computed from each other ({@link Name}), and so is where each was
 * created ({@link Sites}). So a place that knows the group knows each member's name; no table of members travels, and nobody has to
 * be asked. (Groups: W. Kim and G. Agha, <i>Efficient Support of Location Transparency in
 * Concurrent Object-Oriented Programming Languages</i>, 1995, {@code grpnew}.)
 *
 * <p><b>Creation.</b> One packet for each place has the members made that are to live there; it goes the way that broadcasts go,
 * so what its creator sends to the group afterwards finds them. What others send may be there before, and waits in a cell
 * without a body, as with single creations ({@link Creations}).
 *
 * <p><b>Broadcast.</b> The message is handed to the members in the order of their indexes, before the call returns; so it
 * keeps its order with whatever else the sender sends to one of them. Members whose kind is short run on the sender's
 * stack where that is allowed, and otherwise those that were idle run one after the other as a {@link Quantum}. Members
 * whose kind isn't short are scheduled each on its own: they gain nothing by waiting for each other. So are those that a
 * policy of their own runs. What is for other places is a {@link Broadcast}.
 *
 * <p>A sender is held up by overloaded members only when all have the message and all are scheduled: a thread that waited
 * in the middle would wait for members that wait for it.
 */
public final class GroupHere implements Fence {
    private final Groups groups;
    private final Name name;
    private final Sites sites;

    /** The members, if all were created here by this very object; otherwise they are found by their names. */
    private final Cell @Nullable [] cells;

    GroupHere(Groups groups, Name name, Sites sites, Cell @Nullable [] cells) {
        this.groups = groups;
        this.name = name;
        this.sites = sites;
        this.cells = cells;
        groups.parts().names().family(name).settle(sites.size(), sites::of);
    }

    // ---- creation -------------------------------------------------------------------------------------------------

    /** {@return where its members were created: each place once} */
    public Set<Member> places() {
        return sites.places();
    }

    /**
     * Has the members constructed, here and elsewhere. To be called once, at the place that made the group.
     *
     * @param births constructs the member with an index, if it is to live here
     * @param description what {@link Groups.Births} makes the same of, at other places; encoded before
     */
    void construct(int guest, IntFunction<Birth> births, @Nullable Encoded description) {
        if (description != null) {
            Multicast.Reserved reserved =
                    groups.site().switchboard().multicast().reserve(name.orderKey(), sites.places());
            Map<Member, PacketWriter> own = new LinkedHashMap<>();
            for (Member place : sites.places()) {
                own.put(place, Sites.Run.write(new PacketWriter(PacketKind.CREATE_GROUP, 64), sites.at(place)));
            }
            PacketWriter packet = new PacketWriter(PacketKind.CREATE_GROUP, 64);
            name.write(packet);
            PacketWriter text = new PacketWriter(PacketKind.CREATE_GROUP, 64);
            packet.u8(guest).i32(size()).section(text.chars(sitesText()));
            groups.site().tracing().write(packet, groups.site().tracing().current());
            reserved.send(packet, description, own);
        }
        construct(sites.at(groups.site().self()), index -> (Cell) at(index), births);
    }

    void construct(List<Sites.Run> runs, IntFunction<@Nullable Cell> unborn, IntFunction<Birth> births) {
        try (Many many = new Many(groups.parts())) {
            Sites.Run.indexes(runs).forEach(index -> {
                Cell cell = unborn.apply(index);
                if (cell != null) {
                    many.create(cell, births.apply(index));
                }
            });
        }
    }

    // ---- broadcast ------------------------------------------------------------------------------------------------

    /**
     * Sends a message to all members.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @throws org.sojourn.kernel.port.UnencodableException if members were created elsewhere and the message can't travel; none
     *     is sent it then
     */
    public void broadcast(int mailbox, Object message) {
        List<Sites.Run> here;
        if (sites.isAllAt(groups.site().self())) {
            here = sites.at(groups.site().self());
        } else {
            here = new Broadcast(groups, this, mailbox, message).send();
        }
        if (!here.isEmpty()) {
            deliver(here, mailbox, message);
        }
    }

    private void deliver(List<Sites.Run> runs, int mailbox, Object message) {
        boolean isHeld = false;
        try (Many many = new Many(groups.parts())) {
            for (Sites.Run run : runs) {
                for (int i = 0; i < run.count(); i++) {
                    Target target = at(run.index(i));
                    Cell cell = target.cell();
                    if (cell == null) {
                        target.send(mailbox, message, null);
                    } else {
                        many.send(cell, mailbox, message, null);
                        isHeld |= cell.wouldHold(mailbox, message);
                    }
                }
            }
        }
        if (isHeld) {
            Sites.Run.indexes(runs).forEach(index -> {
                Cell cell = at(index).cell();
                if (cell != null) {
                    cell.heldIfFull(Context.current(), mailbox, message);
                }
            });
        }
    }

    private Target at(int index) {
        return cells != null ? cells[index] : groups.parts().locate(name.member(index), sites.of(index));
    }

    // ---- what it is -----------------------------------------------------------------------------------------------

    /** {@return the name: the group's own} */
    public Name name() {
        return name;
    }

    /** {@return how many members there are, living or not: at least 1} */
    public int size() {
        return sites.size();
    }

    /** {@return where the members were created} */
    public Sites sites() {
        return sites;
    }

    /** {@return what goes along with name and size when the group is sent: empty if all members were created at the birthplace} */
    public String sitesText() {
        return sites.text(name);
    }

    @Override
    public void whenLanded(Runnable action) {
        groups.routes().ask(this, action);
    }

    /** {@return a snapshot of the descriptors that this place has of members} */
    public List<Descriptor<Sojourner>> known() {
        return groups.parts().names().family(name).known();
    }

    /**
     * {@return a member, where it is believed to be}
     *
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public Target member(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(
                    "member " + index + " of " + this + "; its members are 0 to " + (size() - 1));
        }
        return at(index);
    }

    /** {@return the name, with those of the members entered at this place, as the group is about to leave it} */
    public Name export() {
        if (cells != null) {
            for (Cell each : cells) {
                each.export();
            }
        }
        return name;
    }

    /** Returns name and size, as {@code group p0/g17 of 8}. */
    @Override
    public String toString() {
        return "group " + name + " of " + size();
    }
}
