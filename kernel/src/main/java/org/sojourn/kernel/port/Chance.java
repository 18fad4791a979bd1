package org.sojourn.kernel.port;

/** Where random numbers come from. */
@FunctionalInterface
public interface Chance {
    /**
     * Returns 64 random bits. Safe for use by several threads.
     *
     * @return uniformly distributed bits
     */
    long nextLong();

    /**
     * Returns a number below a bound.
     *
     * @param bound the exclusive upper bound, positive
     * @return a number from 0 to {@code bound - 1}, uniformly distributed up to a bias below 2<sup>-32</sup>
     */
    default int nextInt(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }
}
