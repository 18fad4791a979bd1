package org.sojourn.bench.weave.threads;

import java.util.List;

/**
 * The paper's DeltaE: calls itself, with a frame of the platform in each level, waits at the bottom until it is interrupted, and comes up
 * again. Each level that was beneath a frame of the platform is a delta set by itself.
 */
public final class Levels implements Runnable {
    private final int depth;
    private int passed;

    /**
     * Of some depth.
     *
     * @param depth how many levels there are above the bottom
     */
    public Levels(int depth) {
        this.depth = depth;
    }

    @Override
    public void run() {
        level(depth);
    }

    private void level(int left) {
        if (left == 0) {
            int rounds = 0;
            while (!Thread.currentThread().isInterrupted()) {
                for (int i = 0; i < 10; i++) {
                    rounds ^= i;
                }
            }
            if (rounds < 0) {
                throw new IllegalStateException("small numbers have no sign");
            }
        } else {
            List.of(left).forEach(each -> level(each - 1));
            passed++;
        }
    }

    @Override
    public String toString() {
        return passed == depth ? "whole" : "passed " + passed + " levels of " + depth;
    }
}
