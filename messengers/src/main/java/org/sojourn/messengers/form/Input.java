package org.sojourn.messengers.form;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Canonical bytes while they are read. Nothing is allocated that the bytes which are left couldn't fill. */
final class Input {
    private final byte[] bytes;
    private int position;
    private int depth;

    Input(byte[] bytes) {
        this.bytes = bytes;
    }

    int position() {
        return position;
    }

    boolean isAtEnd() {
        return position == bytes.length;
    }

    private int next() {
        if (position == bytes.length) {
            throw new MalformedFormException("The form breaks off after " + bytes.length + " bytes.");
        }
        return bytes[position++] & 0xFF;
    }

    /** {@return what is wrong here, as an exception} */
    MalformedFormException wrong(String what) {
        return new MalformedFormException("Before byte " + position + ", " + what + ".");
    }

    int tag() {
        return next();
    }

    <E extends Enum<E>> E tag(E[] values) {
        int number = next();
        if (number >= values.length) {
            throw wrong("a form has " + values.getClass().getComponentType().getSimpleName() + " " + number + " of "
                    + values.length);
        }
        return values[number];
    }

    boolean flag() {
        int value = next();
        if (value > 1) {
            throw wrong("yes or no is " + value + " rather than 1 or 0");
        }
        return value == 1;
    }

    int count() {
        long value = unsigned();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw wrong("a number from 0 to 2147483647 is larger");
        }
        return (int) value;
    }

    long whole() {
        long value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    private long unsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int read = next();
            value |= (long) (read & 0x7F) << shift;
            if (shift == 63 && read > 1) {
                throw wrong("a number has more than 64 bits");
            }
            if (read < 0x80) {
                if (read == 0 && shift > 0) {
                    throw wrong("a number has more bytes than it needs");
                }
                return value;
            }
        }
        throw wrong("a number has more than 64 bits");
    }

    double fraction() {
        long bits = 0;
        for (int i = 0; i < 8; i++) {
            bits = bits << 8 | next();
        }
        double value = Double.longBitsToDouble(bits);
        if (Double.doubleToLongBits(value) != bits) {
            throw wrong("not a number is spelled in another way than 7ff8000000000000");
        }
        return value;
    }

    String text() {
        int length = count();
        if (length > bytes.length - position || length > Limits.TEXT_BYTES) {
            throw wrong(
                    "a text has " + length + " bytes; at most " + Limits.TEXT_BYTES + ", and no more than are left");
        }
        try {
            String value = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, position, length))
                    .toString();
            position += length;
            return value;
        } catch (CharacterCodingException e) {
            throw wrong("a text isn't UTF-8");
        }
    }

    /** Each element has at least one byte. */
    <T> List<T> list(int most, String what, Supplier<T> each) {
        int size = count();
        if (size > most || size > bytes.length - position) {
            throw wrong("there are " + size + " " + what + "; at most " + most + ", and no more than bytes are left");
        }
        List<T> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(each.get());
        }
        return values;
    }

    void enter() {
        if (++depth > Limits.DEPTH) {
            throw wrong("more than " + Limits.DEPTH + " expressions are inside one another");
        }
    }

    void leave() {
        depth--;
    }
}
