package org.sojourn.kernel.name;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Multicast;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/**
 * The name of anything that can be addressed: 128 bits, minted at the place that asks for the creation, so no creation
 * waits. It doesn't say where the part lives.
 *
 * <p>It serves as both the mail address and the alias of Agha and Kim (<i>Efficient Support of Location Transparency in
 * Concurrent Object-Oriented Programming Languages</i>, 1995), of which one says where the actor was created, and the
 * other where its creation was asked for: here it is always the latter.
 *
 * <pre>
 *   birth   64 bits   the incarnation of the birthplace
 *   serial  16 bits   the number of the birthplace
 *            1 bit    0
 *           47 bits   counts up from 1 at the birthplace; 0 names the place itself
 * </pre>
 *
 * <p>The names of a group and of its members are computed from each other, at any place:
 *
 * <pre>
 *   serial  16 bits   the number of the birthplace
 *            1 bit    1
 *            5 bits   w, from 1 to 25: how many bits the index takes
 *       42 - w bits   counts the groups of the birthplace
 *            w bits   0 for the group itself, otherwise the member's index and 1
 * </pre>
 *
 * @param birth the incarnation of the place that minted it
 * @param serial the place number and the count
 */
public record Name(long birth, long serial) {
    private static final int COUNT_BITS = 48;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final long GROUP = 1L << (COUNT_BITS - 1);
    private static final int GROUP_BITS = 42;
    private static final int MOST_WIDTH = 25;

    /**
     * {@return the name that a place mints}
     *
     * @param count counts up at the birthplace, below 2<sup>47</sup>
     */
    public static Name of(Member birthplace, long count) {
        if (count < 0 || count >= GROUP) {
            throw new IllegalArgumentException("count " + count + " is outside 0.." + (GROUP - 1));
        }
        return new Name(birthplace.incarnation(), ((long) birthplace.place() << COUNT_BITS) | count);
    }

    /**
     * {@return the name of a group, from which {@link #member} makes those of the members}
     *
     * @param count counts the groups of the birthplace
     * @param members how many it has, 1 to 2<sup>24</sup>
     * @throws IllegalStateException if the birthplace has made too many groups to have one of that size
     */
    public static Name ofGroup(Member birthplace, long count, int members) {
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(members);
        if (members < 1 || width > MOST_WIDTH) {
            throw new IllegalArgumentException("a group of " + members + " members");
        }
        if (count < 0 || count >= 1L << (GROUP_BITS - width)) {
            throw new IllegalStateException(
                    birthplace + " has made " + count + " groups; there are no names left for one of " + members
                            + " members: create it at another place, or in parts");
        }
        long serial = GROUP | (long) width << GROUP_BITS | count << width;
        return new Name(birthplace.incarnation(), ((long) birthplace.place() << COUNT_BITS) | serial);
    }

    /** {@return the name of a place itself: answers to threads that run no part go there} */
    public static Name ofPlace(Member place) {
        return of(place, 0);
    }

    public Member birthplace() {
        return new Member(place(), birth);
    }

    private int place() {
        return (int) (serial >>> COUNT_BITS);
    }

    /** {@return the count within the birthplace; 0 for the place itself} */
    public long count() {
        return serial & COUNT_MASK;
    }

    /** {@return whether this names a place and not a part} */
    public boolean isPlace() {
        return count() == 0;
    }

    private int width() {
        return (int) (serial >>> GROUP_BITS) & 31;
    }

    private long indexMask() {
        return (1L << width()) - 1;
    }

    /**
     * {@return whether this names a group or a member of one, so that {@link #group} and {@link #index} mean something}
     */
    public boolean isOfGroup() {
        return (serial & GROUP) != 0 && width() >= 1 && width() <= MOST_WIDTH;
    }

    /** {@return the name of a member's group, or of the group itself} */
    public Name group() {
        return new Name(birth, serial & ~indexMask());
    }

    /** {@return the index of a member in its group, from 0; -1 for the group itself} */
    public int index() {
        return (int) (serial & indexMask()) - 1;
    }

    /** {@return how many members the name has room for: as many as the group has, or up to twice as many} */
    public int capacity() {
        return (int) indexMask();
    }

    /**
     * {@return the name of a member of this group}
     *
     * @param index from 0, below {@link #capacity}
     */
    public Name member(int index) {
        return new Name(birth, serial + 1 + index);
    }

    /**
     * {@return the key by which packets to the part keep their order} Members of one group have it in common, so a
     * broadcast has its place among what each of them is sent.
     */
    public long orderKey() {
        return isOfGroup() ? Multicast.SHARED | group().hashCode() & 0xFFFF_FFFFL : hashCode() & 0xFFFF_FFFFL;
    }

    public void write(PacketWriter packet) {
        packet.i64(birth).i64(serial);
    }

    /**
     * {@return the name of a part that {@link #write} has written}
     *
     * @throws MalformedException if it names no part
     */
    public static Name read(PacketReader packet) {
        Name name = new Name(packet.i64(), packet.i64());
        if (name.birth == 0 || name.isPlace()) {
            throw new MalformedException("a packet for " + name + ", which names no part");
        }
        packet.member(name.place(), name.birth);
        return name;
    }

    @Override
    public int hashCode() {
        long mix = (birth ^ serial) * 0x9E3779B97F4A7C15L;
        return (int) (mix >>> 32);
    }

    /**
     * {@return the short form that users see, {@code p0/17}; of a group {@code p0/g3}, of a member {@code p0/g3.17}}
     */
    @Override
    public String toString() {
        String place = "p" + (serial >>> COUNT_BITS) + "/";
        if (!isOfGroup()) {
            return place + count();
        }
        long group = (serial & ((1L << GROUP_BITS) - 1)) >>> width();
        return place + "g" + group + (index() < 0 ? "" : "." + index());
    }

    /** Asked for each packet, where a record's own goes by way of a call site. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Name name && name.birth == birth && name.serial == serial;
    }
}
