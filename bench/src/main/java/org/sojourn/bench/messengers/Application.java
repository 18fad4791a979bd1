package org.sojourn.bench.messengers;

/** A program of the paper, and what it is compared with. Each side checks its answer, and returns the milliseconds that it took. */
interface Application {
    /** The same on one thread, in plain Java. */
    double sequential(int grain) throws Exception;

    /** Messengers at so many places; with how many divisions at each node, besides what they do anyway. */
    double messengers(int places, int grain) throws Exception;

    /** The same program with selectors. */
    double selectors(int places, int grain) throws Exception;
}
