package org.sojourn.net.wire;

/** Carries the connections of one place. */
public interface Wire {
    /** Gets connections that others have made. */
    @FunctionalInterface
    interface Acceptor {
        /**
         * Somebody has connected.
         *
         * @param connection open, nobody listens to it yet
         */
        void accepted(Connection connection);
    }

    /** Gets the outcome of a dial. */
    interface Dial {
        /**
         * The connection is there.
         *
         * @param connection open, nobody listens to it yet
         */
        void connected(Connection connection);

        /**
         * There is no connection.
         *
         * @param cause a clause for the log
         */
        void failed(String cause);
    }

    /**
     * Returns the loop.
     *
     * @return the same one always
     */
    Loop loop();

    /**
     * Begins to accept.
     *
     * @param acceptor gets the connections
     */
    void start(Acceptor acceptor);

    /**
     * Connects. On the loop only.
     *
     * @param host where
     * @param port where
     * @param dial gets the outcome
     */
    void dial(String host, int port, Dial dial);

    /** Accepts no more and closes all connections after what they keep is written. On the loop only. Idempotent. */
    void close();

    /**
     * Waits, off the loop, until everything is closed.
     *
     * @param millis at most so long
     */
    void awaitClosed(long millis);
}
