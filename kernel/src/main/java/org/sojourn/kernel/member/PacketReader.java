package org.sojourn.kernel.member;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/** Reads one packet; every read is checked against what is left. */
public final class PacketReader {
    /** Decodes values, with their peer's lock held. */
    interface Values {
        Object decode(byte[] bytes, int offset, int length);

        Object decodePart(byte[] bytes, int offset, int length);
    }

    private final byte[] bytes;

    private final Values values;

    /** Told of each member that the packet names. */
    private final Consumer<Member> named;

    private int position;

    PacketReader(byte[] bytes, Values values, Consumer<Member> named) {
        this.bytes = bytes;
        this.values = values;
        this.named = named;
    }

    /** {@return one byte, 0 to 255} */
    public int u8() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    public int i32() {
        need(4);
        int value = 0;
        for (int i = 0; i < 4; i++) {
            value = value << 8 | (bytes[position++] & 0xFF);
        }
        return value;
    }

    public long i64() {
        return (long) i32() << 32 | (i32() & 0xFFFF_FFFFL);
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
     * {@return the member that the packet has named by numbers of another form}
     *
     * @throws MalformedException if it is none, or one more than the peer may name that this place has never met
     */
    public Member member(int place, long incarnation) {
        Member member = possible(place, incarnation);
        named.accept(member);
        return member;
    }

    static Member possible(int place, long incarnation) {
        if (!Member.isPossible(place, incarnation)) {
            throw new MalformedException("place " + place + " with incarnation " + incarnation + " is no member");
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
        int from = position;
        position = bytes.length;
        return values.decode(bytes, from, bytes.length - from);
    }

    /** {@return a section, to read its fields from} */
    public PacketReader section() {
        int size = i32();
        if (size < 0) {
            throw new MalformedException("a section of " + size + " bytes");
        }
        need(size);
        position += size;
        return new PacketReader(Arrays.copyOfRange(bytes, position - size, position), values, named);
    }

    byte[] bytes(int count) {
        if (count < 0) {
            throw new MalformedException("a field of " + count + " bytes");
        }
        need(count);
        position += count;
        return Arrays.copyOfRange(bytes, position - count, position);
    }

    /**
     * {@return a number of things that follow}
     *
     * @param most what is allowed
     * @throws MalformedException if it is more
     */
    public int count(int most) {
        int count = i32();
        if (count < 0 || count > most) {
            throw new MalformedException("a packet with " + count + " entries; at most " + most + " are allowed");
        }
        return count;
    }

    /**
     * {@return the rest, decoded as a part that has moved: what {@link Codec#encodePart} was given}
     *
     * @throws org.sojourn.kernel.port.UndecodableException if code of the program has failed while it was rebuilt
     */
    public Object part() {
        int from = position;
        position = bytes.length;
        return values.decodePart(bytes, from, bytes.length - from);
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
