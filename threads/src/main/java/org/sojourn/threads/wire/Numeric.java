package org.sojourn.threads.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Arrays of numbers, as their bytes. */
final class Numeric {
    private static final int[] SIZES = {1, 1, 2, 2, 4, 8, 4, 8};

    private Numeric() {}

    static void write(Object array, DataOutputStream to) throws IOException {
        to.writeByte(Sorts.NUMBERS.indexOf(array.getClass().getComponentType()));
        Numbers.write(Array.getLength(array), to);
        to.write(
                switch (array) {
                    case boolean[] flags -> bytes(flags);
                    case byte[] bytes -> bytes;
                    case short[] all ->
                        filled(all.length * 2, buffer -> buffer.asShortBuffer().put(all));
                    case char[] all ->
                        filled(all.length * 2, buffer -> buffer.asCharBuffer().put(all));
                    case int[] all ->
                        filled(all.length * 4, buffer -> buffer.asIntBuffer().put(all));
                    case long[] all ->
                        filled(all.length * 8, buffer -> buffer.asLongBuffer().put(all));
                    case float[] all ->
                        filled(all.length * 4, buffer -> buffer.asFloatBuffer().put(all));
                    case double[] all ->
                        filled(all.length * 8, buffer -> buffer.asDoubleBuffer().put(all));
                    default -> throw new IllegalArgumentException(array.getClass() + " isn't an array of numbers");
                });
    }

    private interface Filling {
        void fill(ByteBuffer buffer);
    }

    private static byte[] filled(int size, Filling filling) {
        ByteBuffer buffer = ByteBuffer.allocate(size);
        filling.fill(buffer);
        return buffer.array();
    }

    private static byte[] bytes(boolean[] flags) {
        byte[] bytes = new byte[flags.length];
        for (int i = 0; i < flags.length; i++) {
            bytes[i] = (byte) (flags[i] ? 1 : 0);
        }
        return bytes;
    }

    static Object read(DataInputStream from) throws IOException {
        int sort = from.readUnsignedByte();
        if (sort >= SIZES.length) {
            throw new IOException("an array of numbers of sort " + sort + "; there are 0 to " + (SIZES.length - 1));
        }
        int length = Numbers.count(from, SIZES[sort]);
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
