package org.sojourn.bench.weave.threads;

import java.util.function.LongSupplier;

/**
 * Looks at the clock all the time, and remembers the two longest times between two looks: those in which it was taken elsewhere and back.
 *
 * <p>The clock of a thread is that of its home, less the way that its frames had. So the first of these times lacks that way, and the second,
 * after which it is the clock of the home again, has it as well as its own: together they are what two moves take, from the last look before frames leave
 * to the first one of theirs at the other place.
 *
 * <p>It is interrupted twice: when it may be ordered elsewhere, which begins the time that counts, and to end.
 */
public final class Commuter implements Runnable, LongSupplier {
    private static final int INTERRUPTS = 2;
    private static final int LOOKS = 4;

    private final int bytes;
    private long longest;
    private long second;
    private boolean isWhole;

    /**
     * With so many bytes.
     *
     * @param bytes 0 or more
     */
    public Commuter(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public void run() {
        byte[] state = Carrier.state(bytes);
        long most = 0;
        long next = 0;
        for (int i = 0; i < INTERRUPTS; i++) {
            most = 0;
            next = 0;
            long last = System.nanoTime();
            do { // which polls, as it has a loop in it
                for (int look = 0; look < LOOKS; look++) {
                    long now = System.nanoTime();
                    long gap = now - last;
                    if (gap > most) {
                        next = most;
                        most = gap;
                    } else if (gap > next) {
                        next = gap;
                    }
                    last = now;
                }
            } while (!Thread.interrupted());
        }
        longest = most;
        second = next;
        isWhole = Carrier.isWhole(state);
    }

    /** {@return what two moves took, in nanoseconds} */
    @Override
    public long getAsLong() {
        return longest + second;
    }

    @Override
    public String toString() {
        return isWhole ? "whole" : "changed";
    }
}
