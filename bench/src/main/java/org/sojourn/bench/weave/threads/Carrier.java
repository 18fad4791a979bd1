package org.sojourn.bench.weave.threads;

/** Runs until it is interrupted, and has some bytes with it that it looks after. */
public final class Carrier implements Runnable {
    private final int bytes;
    private boolean isWhole;

    /**
     * With so many bytes.
     *
     * @param bytes 0 or more
     */
    public Carrier(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public void run() {
        byte[] state = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            state[i] = (byte) i;
        }
        long rounds = 0;
        while (!Thread.currentThread().isInterrupted()) {
            for (int i = 0; i < 10; i++) {
                rounds += i;
            }
        }
        boolean isSame = rounds >= 0;
        for (int i = 0; i < bytes; i++) {
            isSame &= state[i] == (byte) i;
        }
        isWhole = isSame;
    }

    @Override
    public String toString() {
        return isWhole ? "whole" : "changed";
    }
}
