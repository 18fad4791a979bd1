package org.sojourn.bench.weave.kernels;

/** A stack that is as deep as one likes. */
public final class Depths {
    private Depths() {}

    /** Calls itself so often, and returns how often. A method that does polls at its start. */
    public static int down(int more) {
        return more == 0 ? 0 : 1 + down(more - 1);
    }
}
