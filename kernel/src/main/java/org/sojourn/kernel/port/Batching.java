package org.sojourn.kernel.port;

/**
 * How long packets for one place may be held back, so that several go in one write. (Batching by number, by time and when a place has
 * nothing else to do: M. Fukuda, L. F. Bic and M. B. Dillencourt, <i>MESSENGERS: A Distributed Computing Environment for Autonomous
 * Objects</i>, 1996, section 3.5.) What waits goes when there are so many, when the first of them has waited for so long, when a packet of
 * {@link Lane#CONTROL} goes, or when the place is idle, whichever comes first.
 *
 * @param packets so many go at once; 1 for holding nothing back
 * @param nanos how long one may wait
 */
public record Batching(int packets, long nanos) {
    /** Holds nothing back. */
    public static final Batching OFF = new Batching(1, 0);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if fewer than one packet would go, or packets would wait for no time, or for ever
     */
    public Batching {
        if (packets < 1 || packets > 1 && nanos < 1) {
            throw new IllegalArgumentException("batches of " + packets + " packets, held for " + nanos
                    + " ns; they have at least 1, and are held for at least 1 ns if they have more");
        }
    }

    public boolean isOff() {
        return packets == 1;
    }
}
