package org.sojourn.examples.messengers;

/** Work for nothing but to take time: the paper's figures show how much of it a node needs for the way there to pay. */
public final class Grain {
    private static final double BY = 1.000_001;

    private Grain() {}

    /**
     * Divides a number again and again. For {@code func}. The result is checked here, so that no compiler leaves the divisions out
     * where nobody takes it.
     *
     * @param times how often
     * @return what is left of it
     * @throws IllegalStateException if nothing is, which takes hundreds of millions of divisions
     */
    public static double divide(int times) {
        double left = 1;
        for (int i = 0; i < times; i++) {
            left /= BY;
        }
        if (left <= 0) {
            throw new IllegalStateException("nothing is left of a number after " + times + " divisions");
        }
        return left;
    }
}
