package org.sojourn.bench.weave.threads;

/** Runs until it is interrupted, and has next to nothing with it: the smallest delta set that a thread has in a loop. */
public final class Spinner implements Runnable {
    /** New. */
    public Spinner() {}

    @Override
    public void run() {
        spin();
    }

    private static void spin() {
        int rounds = 0;
        while (!Thread.currentThread().isInterrupted()) {
            for (int i = 0; i < 10; i++) {
                rounds ^= i;
            }
        }
        if (rounds < 0) {
            throw new IllegalStateException("small numbers have no sign");
        }
    }

    @Override
    public String toString() {
        return "whole";
    }
}
