package org.sojourn.bench.weave.kernels;

import org.sojourn.weave.frame.Polls;

/** A stack that is as deep as one likes. */
public final class Depths {
    private Depths() {}

    /** Calls itself so often, polls, and returns how often. */
    public static int down(int more) {
        if (more == 0) {
            Polls.poll();
            return 0;
        }
        return 1 + down(more - 1);
    }
}
