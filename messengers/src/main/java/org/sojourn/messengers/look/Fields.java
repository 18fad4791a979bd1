package org.sojourn.messengers.look;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes of a few sorts of fields. What is read may be anything: nothing is allocated before its length was checked. */
public final class Fields {
    private Fields() {}

    /** Writes one field. */
    @FunctionalInterface
    public interface Writer<T extends @Nullable Object> {
        /**
         * Writes it.
         *
         * @throws IOException never, of an array
         */
        void write(T value, DataOutputStream out) throws IOException;
    }

    /** Reads one field. */
    @FunctionalInterface
    public interface Reader<T extends @Nullable Object> {
        /**
         * Reads it.
         *
         * @throws IOException if the bytes are at an end, or are no such field
         */
        T read(DataInputStream in) throws IOException;
    }

    /** {@return the bytes of a value} */
    public static <T> byte[] bytes(T value, Writer<T> writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writer.write(value, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("an array takes all bytes", e);
        }
        return bytes.toByteArray();
    }

    /**
     * {@return the value of some bytes}
     *
     * @throws IllegalArgumentException if they are those of none
     */
    public static <T> T read(byte[] bytes, Reader<T> reader) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return reader.read(in);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    bytes.length + " bytes from another version of Sojourn, or broken on their way", e);
        }
    }

    /**
     * Writes a text.
     *
     * @throws IOException never, of an array
     */
    public static void text(String text, DataOutputStream out) throws IOException {
        bytes(text.getBytes(StandardCharsets.UTF_8), out);
    }

    /**
     * {@return a text}
     *
     * @throws IOException if the bytes are at an end
     */
    public static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    /**
     * Writes bytes.
     *
     * @throws IOException never, of an array
     */
    public static void bytes(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * {@return bytes}
     *
     * @throws IOException if they are at an end
     */
    public static byte[] bytes(DataInputStream in) throws IOException {
        return in.readNBytes(count(in));
    }

    /**
     * Writes a list.
     *
     * @throws IOException never, of an array
     */
    public static <T extends @Nullable Object> void list(
            List<? extends T> values, Writer<T> writer, DataOutputStream out) throws IOException {
        out.writeInt(values.size());
        for (T each : values) {
            writer.write(each, out);
        }
    }

    /**
     * {@return a list}
     *
     * @throws IOException if the bytes are at an end, or are no such list
     */
    public static <T extends @Nullable Object> List<T> list(DataInputStream in, Reader<T> reader) throws IOException {
        List<T> values = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            values.add(reader.read(in));
        }
        return values;
    }

    /**
     * Writes the value of a variable: null, a number, a text, or a list of such values.
     *
     * @throws IOException never, of an array
     */
    public static void value(@Nullable Object value, DataOutputStream out) throws IOException {
        switch (value) {
            case null -> out.writeByte(0);
            case Float number -> {
                out.writeByte(2);
                out.writeFloat(number);
            }
            case Double number -> {
                out.writeByte(3);
                out.writeDouble(number);
            }
            case Number number -> {
                out.writeByte(1);
                out.writeLong(number.longValue());
            }
            case List<?> values -> {
                out.writeByte(4);
                list(values, Fields::value, out);
            }
            default -> {
                out.writeByte(5);
                text(value.toString(), out);
            }
        }
    }

    /**
     * {@return the value of a variable}
     *
     * @throws IOException if the bytes are at an end, or are no value
     */
    public static @Nullable Object value(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case 0 -> null;
            case 1 -> in.readLong();
            case 2 -> in.readFloat();
            case 3 -> in.readDouble();
            case 4 -> Fields.<@Nullable Object>list(in, Fields::value);
            case 5 -> text(in);
            default -> throw new IOException("a value of kind " + kind);
        };
    }

    /** Each thing takes one byte at least. */
    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new IOException("a count of " + count + " with " + in.available() + " bytes left");
        }
        return count;
    }
}
