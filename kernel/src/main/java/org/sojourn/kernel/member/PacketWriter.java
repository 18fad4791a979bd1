package org.sojourn.kernel.member;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sojourn.kernel.port.Member;

/** Writes one packet: its kind in the first byte, then big-endian fields. Not for several threads. */
public final class PacketWriter {
    private final PacketKind kind;
    private byte[] bytes;
    private int length;

    /** Begins a packet; it grows beyond the expected number of bytes when needed. */
    public PacketWriter(PacketKind kind, int expected) {
        this.kind = kind;
        this.bytes = new byte[Math.max(16, expected + 1)];
        bytes[0] = (byte) kind.ordinal();
        length = 1;
    }

    PacketKind kind() {
        return kind;
    }

    /** Appends the low 8 bits. */
    public PacketWriter u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public PacketWriter i32(int value) {
        room(Integer.BYTES);
        BigEndian.INTS.set(bytes, length, value);
        length += Integer.BYTES;
        return this;
    }

    public PacketWriter i64(long value) {
        room(Long.BYTES);
        BigEndian.LONGS.set(bytes, length, value);
        length += Long.BYTES;
        return this;
    }

    /** Appends a member, 12 bytes. */
    public PacketWriter member(Member value) {
        return i32(value.place()).i64(value.incarnation());
    }

    /** Appends a text of at most 65,535 bytes in UTF-8, cut if it is longer. */
    public PacketWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int cut = Math.min(utf8.length, 0xFFFF);
        return u8(cut >>> 8).u8(cut).append(utf8, 0, cut);
    }

    /** Appends a text to the end of the packet or section; its length is what is left when it is read. */
    public PacketWriter chars(String value) {
        return tail(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends bytes whose number is known where they are read. */
    public PacketWriter bytes(byte[] some) {
        return append(some, 0, some.length);
    }

    /** Appends bytes to the end of the packet; their length is what is left when they are read. */
    public PacketWriter tail(byte[] tail) {
        return bytes(tail);
    }

    /** Appends the fields of another writer, to be read on their own. */
    public PacketWriter section(PacketWriter fields) {
        return i32(fields.length - 1).append(fields.bytes, 1, fields.length - 1);
    }

    private PacketWriter append(byte[] from, int offset, int count) {
        room(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
        return this;
    }

    byte[] fields() {
        return Arrays.copyOfRange(bytes, 1, length);
    }

    byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
