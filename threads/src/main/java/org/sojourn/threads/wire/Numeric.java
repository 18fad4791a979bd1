package org.sojourn.threads.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.sojourn.weave.wire.Numbers;

/** Arrays of numbers, as their bytes. */
final class Numeric {
    private static final int[] SIZES = {1, 1, 2, 2, 4, 8, 4, 8};

    /** How many numbers are written at once: an array may be as large as memory, and what is written of it is bounded. */
    private static final int PIECE = 8_192;

    private Numeric() {}

    static void write(Object array, DataOutputStream to) throws IOException {
        to.writeByte(Sorts.NUMBERS.indexOf(array.getClass().getComponentType()));
        Numbers.write(Array.getLength(array), to);
        switch (array) {
            case boolean[] flags -> pieces(flags.length, 1, to, (piece, at, count) -> flags(flags, at, count, piece));
            case byte[] bytes -> to.write(bytes);
            case short[] all ->
                pieces(
                        all.length,
                        2,
                        to,
                        (piece, at, count) -> piece.asShortBuffer().put(all, at, count));
            case char[] all ->
                pieces(
                        all.length,
                        2,
                        to,
                        (piece, at, count) -> piece.asCharBuffer().put(all, at, count));
            case int[] all ->
                pieces(
                        all.length,
                        4,
                        to,
                        (piece, at, count) -> piece.asIntBuffer().put(all, at, count));
            case long[] all ->
                pieces(
                        all.length,
                        8,
                        to,
                        (piece, at, count) -> piece.asLongBuffer().put(all, at, count));
            case float[] all ->
                pieces(
                        all.length,
                        4,
                        to,
                        (piece, at, count) -> piece.asFloatBuffer().put(all, at, count));
            case double[] all ->
                pieces(
                        all.length,
                        8,
                        to,
                        (piece, at, count) -> piece.asDoubleBuffer().put(all, at, count));
            default -> throw new IllegalArgumentException(array.getClass() + " isn't an array of numbers");
        }
    }

    private interface Filling {
        void fill(ByteBuffer piece, int at, int count);
    }

    private static void pieces(int length, int size, DataOutputStream to, Filling filling) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(Math.min(length, PIECE) * size);
        int at = 0;
        while (at < length) {
            int count = Math.min(length - at, PIECE);
            filling.fill(piece, at, count);
            to.write(piece.array(), 0, count * size);
            at += count;
        }
    }

    private static void flags(boolean[] flags, int at, int count, ByteBuffer piece) {
        for (int i = 0; i < count; i++) {
            piece.put(i, (byte) (flags[at + i] ? 1 : 0));
        }
    }

    static Object read(DataInputStream from, Budget budget) throws IOException {
        int sort = from.readUnsignedByte();
        if (sort >= SIZES.length) {
            throw new IOException("an array of numbers of sort " + sort + "; there are 0 to " + (SIZES.length - 1));
        }
        int length = budget.count(from, SIZES[sort]);
        ByteBuffer bytes = ByteBuffer.wrap(from.readNBytes(length * SIZES[sort]));
        switch (sort) {
            case 0 -> {
                boolean[] flags = new boolean[length];
                for (int i = 0; i < length; i++) {
                    flags[i] = bytes.get(i) != 0;
                }
                return flags;
            }
            case 1 -> {
                return bytes.array();
            }
            case 2 -> {
                short[] all = new short[length];
                bytes.asShortBuffer().get(all);
                return all;
            }
            case 3 -> {
                char[] all = new char[length];
                bytes.asCharBuffer().get(all);
                return all;
            }
            case 4 -> {
                int[] all = new int[length];
                bytes.asIntBuffer().get(all);
                return all;
            }
            case 5 -> {
                long[] all = new long[length];
                bytes.asLongBuffer().get(all);
                return all;
            }
            case 6 -> {
                float[] all = new float[length];
                bytes.asFloatBuffer().get(all);
                return all;
            }
            default -> {
                double[] all = new double[length];
                bytes.asDoubleBuffer().get(all);
                return all;
            }
        }
    }
}
