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
        byte[] state = state(bytes);
        long rounds = 0;
        while (!Thread.currentThread().isInterrupted()) {
            for (int i = 0; i < 10; i++) {
                rounds += i;
            }
        }
        isWhole = rounds >= 0 && isWhole(state);
    }

    static byte[] state(int bytes) {
        byte[] state = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            state[i] = (byte) i;
        }
        return state;
    }

    static boolean isWhole(byte[] state) {
        boolean isSame = true;
        for (int i = 0; i < state.length; i++) {
            isSame &= state[i] == (byte) i;
        }
        return isSame;
    }

    @Override
    public String toString() {
        return isWhole ? "whole" : "changed";
    }
}
