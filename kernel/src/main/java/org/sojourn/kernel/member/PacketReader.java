package org.sojourn.kernel.member;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/** Reads one packet; every read is checked against what is left. */
public final class PacketReader {
    private final byte[] bytes;
    private final Peer from;

    /** Told of each member that the packet names. */
    private final Consumer<Member> named;

    private int position;

    PacketReader(byte[] bytes, Peer from, Consumer<Member> named) {
        this.bytes = bytes;
        this.from = from;
        this.named = named;
    }

    public int u8() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    public int i32() {
        need(Integer.BYTES);
        int value = (int) BigEndian.INTS.get(bytes, position);
        position += Integer.BYTES;
        return value;
    }

    public long i64() {
        need(Long.BYTES);
        long value = (long) BigEndian.LONGS.get(bytes, position);
        position += Long.BYTES;
        return value;
    }

    /**
     * {@return a member}
     *
     * @throws MalformedException if it is none
     */
    public Member member() {
        return member(i32(), i64());
    }

    /**
     * {@return the member of which the packet has brought the numbers in another form}
     *
     * @throws MalformedException if it is none, or one member too many that this place has never met
     */
    public Member member(int place, long incarnation) {
        Member member = possible(place, incarnation);
        named.accept(member);
        return member;
    }

    static Member possible(int place, long incarnation) {
        if (!Member.isPossible(place, incarnation)) {
            throw new MalformedException("place " + place + " with incarnation " + incarnation + " isn't a member");
        }
        return new Member(place, incarnation);
    }

    public String text() {
        int size = (u8() << 8) | u8();
        need(size);
        String value = new String(bytes, position, size, StandardCharsets.UTF_8);
        position += size;
        return value;
    }

    /** {@return the rest as a text} */
    public String chars() {
        return new String(bytes(remaining()), StandardCharsets.UTF_8);
    }

    /**
     * {@return the rest, decoded as a value}
     *
     * @throws org.sojourn.kernel.port.UndecodableException if code of the program has failed while it was rebuilt
     */
    public Object value() {
        int at = position;
        position = bytes.length;
        return from.decoding(inbound -> inbound.decode(bytes, at, bytes.length - at));
    }

    /** {@return a section, to read its fields from} */
    public PacketReader section() {
        return new PacketReader(bytes(i32()), from, named);
    }

    /**
     * {@return so many bytes}
     *
     * @throws MalformedException if there aren't as many
     */
    public byte[] bytes(int count) {
        if (count < 0) {
            throw new MalformedException("a field of " + count + " bytes");
        }
        need(count);
        position += count;
        return Arrays.copyOfRange(bytes, position - count, position);
    }

    /**
     * {@return the number of things that follow}
     *
     * @throws MalformedException if it is above {@code most}
     */
    public int count(int most) {
        int count = i32();
        if (count < 0 || count > most) {
            throw new MalformedException("a packet with " + count + " entries; at most " + most + " are allowed");
        }
        return count;
    }

    /**
     * {@return the rest, decoded as a part that has moved}
     *
     * @throws org.sojourn.kernel.port.UndecodableException if code of the program has failed while it was rebuilt
     */
    public Object part() {
        int at = position;
        position = bytes.length;
        return from.decoding(inbound -> inbound.decodePart(bytes, at, bytes.length - at));
    }

    /** {@return how many bytes are left} */
    public int remaining() {
        return bytes.length - position;
    }

    private void need(int count) {
        if (bytes.length - position < count) {
            throw new MalformedException("packet of " + bytes.length + " bytes ends "
                    + (count - (bytes.length - position)) + " bytes too early at offset " + position);
        }
    }
}
