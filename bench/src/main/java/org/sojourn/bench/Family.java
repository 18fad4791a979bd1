package org.sojourn.bench;

/** The three groups into which the Savina suite sorts its programs. */
public enum Family {
    /** Next to no work beside the messages: what is measured is sending, receiving and creating. */
    MICRO,
    /** Programs that coordinate: many askers, one state. */
    CONCURRENCY,
    /** Programs that share out work. */
    PARALLELISM
}
