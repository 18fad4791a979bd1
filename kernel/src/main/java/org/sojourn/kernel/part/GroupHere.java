package org.sojourn.kernel.part;

import java.util.function.IntFunction;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Quantum;

/**
 * A group, as one place knows it: parts that were created together, are known by their indexes, and can all be sent one
 * message.
 *
 * <p><b>Names.</b> A group's name and those of its members are minted together and count up, the group's first. So whoever
 * knows the group's name and size, at whatever place, knows each member's name; no table of members travels, and nobody
 * has to be asked. (Groups: W. Kim and G. Agha, <i>Efficient Support of Location Transparency in Concurrent
 * Object-Oriented Programming Languages</i>, 1995, {@code grpnew}.)
 *
 * <p><b>Broadcast.</b> The message is handed to the members in the order of their indexes, before the call returns; so it
 * keeps its order with whatever else the sender sends to one of them. Members whose kind is short run on the sender's
 * stack where that is allowed, and otherwise those that were idle run one after the other as a {@link Quantum}. Members
 * whose kind isn't short are scheduled each on its own: they gain nothing by waiting for each other. So are those that a
 * policy of their own runs.
 *
 * <p>A sender is held up by overloaded members only when all have the message and all are scheduled: a thread that waited
 * in the middle would wait for members that wait for it.
 *
 * <p>From another place each member is sent the message on its own, so there it costs a packet per member.
 */
public final class GroupHere {
    private static final int MAX_SIZE = Bound.GROUP_MEMBERS.intValue();

    private final Kernel kernel;
    private final Name name;
    private final int size;
    private final IntFunction<Target> members;

    private GroupHere(Kernel kernel, Name name, int size, IntFunction<Target> members) {
        this.kernel = kernel;
        this.name = name;
        this.size = size;
        this.members = members;
    }

    static GroupHere create(Kernel kernel, int size, KindHere unborn) {
        check(size);
        Name name = kernel.names().mint(size);
        Cell[] cells = new Cell[size];
        for (int i = 0; i < size; i++) {
            cells[i] = new Cell(unborn, null);
            cells[i].name(nameOf(name, i));
        }
        return new GroupHere(kernel, name, size, i -> cells[i]);
    }

    /**
     * Finds the group that a name means.
     *
     * @param kernel the kernel of this place
     * @param name the group's name
     * @param size how many members it has
     * @return the group
     * @throws IllegalArgumentException if no group has so many members
     */
    public static GroupHere of(Kernel kernel, Name name, int size) {
        check(size);
        Member home = name.birthplace();
        return new GroupHere(kernel, name, size, i -> kernel.locate(nameOf(name, i), home));
    }

    private static void check(int size) {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("a group of " + size + " members; it has 1 to " + MAX_SIZE);
        }
    }

    private static Name nameOf(Name group, int index) {
        return new Name(group.birth(), group.serial() + 1 + index);
    }

    /**
     * Constructs the members. To be called once, at the place that made the group.
     *
     * @param births constructs the member with an index
     */
    public void construct(IntFunction<Kinds.Birth> births) {
        Context context = Context.current();
        Quantum quantum = new Quantum(kernel.policy());
        try {
            for (int i = 0; i < size; i++) {
                Cell cell = (Cell) members.apply(i);
                cell.createAmongMany(context, births.apply(i), quantum);
            }
        } finally {
            quantum.submit(context);
        }
    }

    /**
     * Sends a message to all members.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @throws org.sojourn.kernel.port.UnsendableException if the members are elsewhere and the message can't travel; none
     *     is sent it then
     */
    public void broadcast(int mailbox, Object message) {
        Context context = Context.current();
        Quantum quantum = new Quantum(kernel.policy());
        boolean isHeld = false;
        try {
            for (int i = 0; i < size; i++) {
                Target target = members.apply(i);
                Cell cell = target.cell();
                if (cell == null) {
                    target.send(mailbox, message, null);
                } else {
                    cell.sendAmongMany(context, mailbox, message, quantum);
                    isHeld |= cell.wouldHold(mailbox, message);
                }
            }
        } finally {
            quantum.submit(context);
        }
        for (int i = 0; isHeld && i < size; i++) {
            Cell cell = members.apply(i).cell();
            if (cell != null) {
                cell.heldIfFull(context, mailbox, message);
            }
        }
    }

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
        return size;
    }

    /**
     * Returns a member.
     *
     * @param index from 0
     * @return the member, where it is believed to be
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public Target member(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(
                    "member " + index + " of " + this + "; its members are 0 to " + (size - 1));
        }
        return members.apply(index);
    }

    /**
     * Enters the members' names at this place, as the group is about to leave it.
     *
     * @return the group's name
     */
    public Name export() {
        for (int i = 0; i < size; i++) {
            members.apply(i).export();
        }
        return name;
    }

    /** Returns name and size, as {@code group p0/17 of 8}. */
    @Override
    public String toString() {
        return "group " + name + " of " + size;
    }
}
