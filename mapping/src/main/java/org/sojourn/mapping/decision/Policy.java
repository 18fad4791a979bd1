package org.sojourn.mapping.decision;

/** The execution policies that are chosen among. */
public enum Policy {
    /** A virtual thread for each turn: for what blocks and computes little. */
    VIRTUAL,
    /** A thread of its own. */
    THREAD,
    /** The threads that all share. */
    TASK,
    /** The sender's thread, if the receiver is idle. */
    MONITOR,
    /** The sender's thread, as a call: for what only one ever sends to. */
    SEQ;

    /**
     * Returns whether it runs on whoever sends.
     *
     * @return whether it needs a proof
     */
    public boolean isOnSender() {
        return this == MONITOR || this == SEQ;
    }
}
