package org.sojourn.selectors;

/** Holds a run open until it is closed, for sources outside the run: a timer of one's own, a socket, a user. */
public interface KeepAlive extends AutoCloseable {
    /** Lets the run end when it is quiescent. Idempotent. */
    @Override
    void close();
}
