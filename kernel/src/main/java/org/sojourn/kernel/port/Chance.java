package org.sojourn.kernel.port;

/** A source of random numbers. */
@FunctionalInterface
public interface Chance {
    /** {@return 64 uniformly distributed random bits} Safe for use by several threads. */
    long nextLong();

    /**
     * {@return a number from 0 to {@code bound - 1}, uniformly distributed up to a bias below 2<sup>-32</sup>}
     *
     * @param bound the exclusive upper bound, positive
     */
    default int nextInt(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }
}
