package org.sojourn.net.wire;

/** Where a place can be reached, and the wires by which all its connections go. */
public interface Port extends AutoCloseable {
    /**
     * Returns what others dial.
     *
     * @return a number
     */
    int port();

    /**
     * Returns what the links go by.
     *
     * @return a wire, to be closed by whoever starts it
     */
    Wire links();

    /**
     * Returns what the membership goes by.
     *
     * @return a wire, to be closed by whoever starts it
     */
    Wire membership();

    /** Closes the wires, started or not, and the port. Idempotent. */
    @Override
    void close();
}
