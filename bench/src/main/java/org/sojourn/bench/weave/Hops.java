package org.sojourn.bench.weave;

/** What moves to and fro between two JVMs. */
public interface Hops extends AutoCloseable {
    /**
     * Has a strand with a kilobyte in a variable hop to and fro.
     *
     * @param count how often, an even number
     * @return what a hop takes, in microseconds
     */
    double hops(int count);

    /**
     * Has an idle selector with a kilobyte in a field moved to and fro by order.
     *
     * @param count how often
     * @return what a move takes, in microseconds
     */
    double moves(int count);

    @Override
    void close();
}
