package org.sojourn.threads.space;

import java.util.List;

/** What joins the places of a run. */
interface Line {
    /** Which place this is. */
    int self();

    /** Where frames may run: this place, and others that aren't about to leave; ascending. */
    List<Integer> places();

    /** Whether so much waits for a place that it should have no more for now. */
    boolean isCrowded(int place);

    /** How many bytes a message may have. */
    long messageBytes();

    /**
     * Sends a message. Those of one thread keep their order.
     *
     * @return false if the place is out; then nothing was sent
     */
    boolean send(int place, long thread, byte[] message);
}
