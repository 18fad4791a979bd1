package org.sojourn.kernel.part;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Multicast;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Quantum;

/**
 * A group, as one place knows it: parts that were created together, are known by their indexes, and can all be sent one
 * message.
 *
 * <p><b>Names.</b> The names of a group and of its members are computed from each other ({@link Name}), and so is where each
 * was created ({@link Sites}). So whoever knows the group, at whatever place, knows each member's name; no table of members
 * travels, and nobody has to be asked. (Groups: W. Kim and G. Agha, <i>Efficient Support of Location Transparency in
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
public final class GroupHere {
    private final Kernel kernel;
    private final Name name;
    private final Sites sites;

    /** The members, if all were created here by this very object; otherwise they are found by their names. */
    private final Cell @Nullable [] cells;

    private GroupHere(Kernel kernel, Name name, Sites sites, Cell @Nullable [] cells) {
        this.kernel = kernel;
        this.name = name;
        this.sites = sites;
        this.cells = cells;
        kernel.names().family(name).settle(sites.size(), sites::of);
    }

    static GroupHere create(Kernel kernel, Sites sites, KindHere unborn) {
        Name name = kernel.names().mintGroup(sites.size());
        boolean isHere = sites.isAllAt(kernel.self());
        Cell[] cells = new Cell[isHere ? sites.size() : 0];
        for (Sites.Run run : sites.at(kernel.self())) {
            for (int i = 0; i < run.count(); i++) {
                int index = run.index(i);
                Cell cell = new Cell(unborn, null);
                cell.name(name.member(index));
                if (isHere) {
                    cells[index] = cell;
                } else {
                    cell.export();
                }
            }
        }
        return new GroupHere(kernel, name, sites, isHere ? cells : null);
    }

    /**
     * Finds the group that a name means.
     *
     * @param kernel the kernel of this place
     * @param name the group's name
     * @param size how many members it has
     * @param sites what {@link #sitesText} has returned elsewhere
     * @return the group
     * @throws IllegalArgumentException if there can be no such group
     */
    public static GroupHere of(Kernel kernel, Name name, int size, String sites) {
        if (!name.isOfGroup() || name.index() >= 0 || size > name.capacity()) {
            throw new IllegalArgumentException(
                    "a group with the name " + name + " and " + size + " members, which there can't be");
        }
        return new GroupHere(kernel, name, Sites.of(name, size, sites), null);
    }

    // ---- creation -------------------------------------------------------------------------------------------------

    /**
     * Returns where its members were created.
     *
     * @return each place once
     */
    public Set<Member> places() {
        return sites.places();
    }

    /**
     * Has the members constructed, here and elsewhere. To be called once, at the place that made the group.
     *
     * @param births constructs the member with an index, if it is to live here
     * @param description what {@link Kinds#births} makes the same of, at other places; encoded before
     */
    void construct(IntFunction<Kinds.Birth> births, @Nullable Encoded description) {
        if (description != null) {
            Multicast.Reserved reserved = kernel.switchboard().multicast().reserve(name.orderKey(), sites.places());
            Map<Member, PacketWriter> own = new LinkedHashMap<>();
            for (Member place : sites.places()) {
                own.put(place, Sites.Run.write(new PacketWriter(PacketKind.CREATE_GROUP, 64), sites.at(place)));
            }
            PacketWriter packet = new PacketWriter(PacketKind.CREATE_GROUP, 64);
            name.write(packet);
            PacketWriter text = new PacketWriter(PacketKind.CREATE_GROUP, 64);
            packet.i32(size()).section(text.chars(sitesText()));
            kernel.tracing().write(packet, kernel.tracing().current());
            reserved.send(packet, description, own);
        }
        construct(sites.at(kernel.self()), index -> (Cell) at(index), births);
    }

    private void construct(List<Sites.Run> runs, IntFunction<@Nullable Cell> unborn, IntFunction<Kinds.Birth> births) {
        Context context = Context.current();
        Quantum quantum = new Quantum(kernel.policy());
        try {
            for (Sites.Run run : runs) {
                for (int i = 0; i < run.count(); i++) {
                    int index = run.index(i);
                    Cell cell = unborn.apply(index);
                    if (cell != null) {
                        cell.createAmongMany(context, births.apply(index), quantum);
                    }
                }
            }
        } finally {
            quantum.submit(context);
        }
    }

    /** A member that another place has asked for; null if it has done so before. */
    private @Nullable Cell claim(int index) {
        Cell cell = kernel.names().settle(name.member(index), kernel::expected).resident();
        return cell != null && cell.claim() ? cell : null;
    }

    /** Another place has made a group with members that are to live here. */
    static void created(Kernel kernel, PacketReader packet) {
        PacketReader own = packet.section();
        Name name = Broadcast.readGroup(kernel, packet);
        int size = packet.i32();
        PacketReader text = packet.section();
        var carried = kernel.tracing().read(packet);
        Object description;
        try {
            description = packet.value();
        } catch (UndecodableException e) {
            description = e;
        }
        GroupHere group;
        try {
            group = of(kernel, name, size, text.chars());
        } catch (IllegalArgumentException e) {
            throw new MalformedException("a creation of " + name + ": " + e.getMessage());
        }
        IntFunction<Kinds.Birth> births = description instanceof UndecodableException failure
                ? index -> () -> {
                    throw failure; // in each member's own turn, as a constructor would
                }
                : kernel.kinds().births(description, group);
        List<Sites.Run> runs = Sites.Run.read(own, name);
        kernel.tracing().within(carried, () -> group.construct(runs, group::claim, births));
    }

    // ---- broadcast ------------------------------------------------------------------------------------------------

    /**
     * Sends a message to all members.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @throws org.sojourn.kernel.port.UnencodableException if members were created elsewhere and the message can't travel;
     *     none is sent it then
     */
    public void broadcast(int mailbox, Object message) {
        List<Sites.Run> here;
        if (sites.isAllAt(kernel.self())) {
            here = sites.at(kernel.self());
        } else {
            here = new Broadcast(kernel, this, mailbox, message).send();
        }
        if (!here.isEmpty()) {
            deliver(here, mailbox, message);
        }
    }

    private void deliver(List<Sites.Run> runs, int mailbox, Object message) {
        Context context = Context.current();
        Quantum quantum = new Quantum(kernel.policy());
        boolean isHeld = false;
        try {
            for (Sites.Run run : runs) {
                for (int i = 0; i < run.count(); i++) {
                    Target target = at(run.index(i));
                    Cell cell = target.cell();
                    if (cell == null) {
                        target.send(mailbox, message, null);
                    } else {
                        cell.sendAmongMany(context, mailbox, message, quantum, null);
                        isHeld |= cell.wouldHold(mailbox, message);
                    }
                }
            }
        } finally {
            quantum.submit(context);
        }
        for (int r = 0; isHeld && r < runs.size(); r++) {
            Sites.Run run = runs.get(r);
            for (int i = 0; i < run.count(); i++) {
                Cell cell = at(run.index(i)).cell();
                if (cell != null) {
                    cell.heldIfFull(context, mailbox, message);
                }
            }
        }
    }

    private Target at(int index) {
        return cells != null ? cells[index] : kernel.locate(name.member(index), sites.of(index));
    }

    // ---- what it is -----------------------------------------------------------------------------------------------

    /**
     * Returns the name.
     *
     * @return the group's own
     */
    public Name name() {
        return name;
    }

    /**
     * Returns how many members there are, living or not.
     *
     * @return at least 1
     */
    public int size() {
        return sites.size();
    }

    /**
     * Returns where the members were created.
     *
     * @return the sites
     */
    public Sites sites() {
        return sites;
    }

    /**
     * Returns what goes along with name and size when the group is sent.
     *
     * @return empty if all members were created at the birthplace
     */
    public String sitesText() {
        return sites.text(name);
    }

    /**
     * Returns the descriptors that this place has of members.
     *
     * @return a snapshot
     */
    public List<Descriptor<Cell>> known() {
        return kernel.names().family(name).known();
    }

    /**
     * Returns a member.
     *
     * @param index from 0
     * @return the member, where it is believed to be
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public Target member(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(
                    "member " + index + " of " + this + "; its members are 0 to " + (size() - 1));
        }
        return at(index);
    }

    /**
     * Enters the members' names at this place, as the group is about to leave it.
     *
     * @return the group's name
     */
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
