package org.sojourn.threads.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Whole numbers in as many bytes as they need, seven bits in each. */
final class Numbers {
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;

    private Numbers() {}

    static void write(long number, DataOutput to) throws IOException {
        long rest = number;
        while ((rest & ~SEVEN_BITS) != 0) {
            to.writeByte((int) (rest & SEVEN_BITS | MORE));
            rest >>>= 7;
        }
        to.writeByte((int) rest);
    }

    static long read(DataInput from) throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = from.readUnsignedByte();
            number |= (long) (next & SEVEN_BITS) << shift;
            if ((next & MORE) == 0) {
                return number;
            }
        }
        throw new IOException("a number doesn't end");
    }
}
