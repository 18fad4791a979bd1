package org.sojourn.examples.messengers;

/** Numbers at random by SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014): those that the programs' known answers follow from. */
public final class Draws {
    /** The seed of all known answers. */
    public static final long SEED = 42;

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    /**
     * Begins to draw.
     *
     * @param seed which numbers
     */
    public Draws(long seed) {
        state = seed;
    }

    /** {@return the next number, of 64 bits} */
    public long next() {
        state += STEP;
        long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /**
     * Draws a number below a bound: the remainder of 64 bits without a sign.
     *
     * @param bound above 0
     * @return from 0 up to, and without, the bound
     */
    public int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }
}
