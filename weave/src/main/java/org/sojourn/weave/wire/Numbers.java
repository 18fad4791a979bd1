package org.sojourn.weave.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Whole numbers in as many bytes as they need, seven bits in each, the lowest first. Each number has one form, and others are refused. */
public final class Numbers {
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;

    /** Where the last bit of a long begins. */
    private static final int LAST_SHIFT = 63;

    private Numbers() {}

    /**
     * Writes a number; the short ones are 0 and those a little above.
     *
     * @throws IOException if that can't be written to
     */
    public static void write(long number, DataOutput to) throws IOException {
        long rest = number;
        while ((rest & ~SEVEN_BITS) != 0) {
            to.writeByte((int) (rest & SEVEN_BITS | MORE));
            rest >>>= 7;
        }
        to.writeByte((int) rest);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException if these bytes are no number, or there are none
     */
    public static long read(DataInput from) throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = from.readUnsignedByte();
            number |= (long) (next & SEVEN_BITS) << shift;
            if (next == 0 && shift > 0 || shift == LAST_SHIFT && next > 1) {
                throw new IOException("a number is written in a form that is never written");
            }
            if ((next & MORE) == 0) {
                return number;
            }
        }
        throw new IOException("a number doesn't end");
    }

    /**
     * Writes a number; the short ones are those around 0.
     *
     * @throws IOException if that can't be written to
     */
    public static void writeSigned(long number, DataOutput to) throws IOException {
        write(number << 1 ^ number >> Long.SIZE - 1, to);
    }

    /**
     * Reads what {@link #writeSigned} wrote.
     *
     * @throws IOException if these bytes are no number, or there are none
     */
    public static long readSigned(DataInput from) throws IOException {
        long number = read(from);
        return number >>> 1 ^ -(number & 1);
    }
}
