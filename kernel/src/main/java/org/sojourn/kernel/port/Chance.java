package org.sojourn.kernel.port;

/** A source of random numbers. */
@FunctionalInterface
public interface Chance {
    /** {@return 64 uniformly distributed random bits} For any thread. */
    long nextLong();

    /**
     * {@return a number from 0 to {@code bound - 1}, uniform up to a bias below 2<sup>-32</sup>; the bound is positive}
     */
    default int nextInt(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }
}
