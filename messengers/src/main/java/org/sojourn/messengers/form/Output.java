package org.sojourn.messengers.form;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Canonical bytes while they are written. {@link Input} reads them. */
final class Output {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int depth;

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** A small number from 0: which kind of thing follows. */
    void tag(int value) {
        bytes.write(value);
    }

    void tag(Enum<?> value) {
        tag(value.ordinal());
    }

    void flag(boolean value) {
        tag(value ? 1 : 0);
    }

    /** A number from 0, in as few bytes as possible. */
    void count(int value) {
        if (value < 0) {
            throw new MalformedFormException("A number from 0 is needed where there is " + value + ".");
        }
        unsigned(value);
    }

    /** Any number: small ones of either sign have few bytes. */
    void whole(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    private void unsigned(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    /** Eight bytes. NaN has one form only. */
    void fraction(double value) {
        long bits = Double.doubleToLongBits(value);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes.write((int) (bits >>> shift));
        }
    }

    void text(String value) {
        ByteBuffer encoded;
        try {
            encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
        } catch (CharacterCodingException e) {
            throw new MalformedFormException("A text has half of a character, which UTF-8 has no bytes for.");
        }
        count(encoded.remaining());
        bytes.write(encoded.array(), encoded.arrayOffset(), encoded.remaining());
    }

    <T> void list(List<T> values, Consumer<T> each) {
        count(values.size());
        values.forEach(each);
    }

    /** Goes into an expression, and {@link #leave}s it. */
    void enter() {
        if (++depth > Limits.DEPTH) {
            throw new MalformedFormException("More than " + Limits.DEPTH + " expressions are inside one another.");
        }
    }

    void leave() {
        depth--;
    }
}
