package org.sojourn.kernel.port;

/** The three lanes of a link, each with an order of its own. A lane named earlier here is written first. */
public enum Lane {
    /** Views, counters, waves, class names: small, and never behind data. */
    CONTROL,
    /** Mail, creation, replies, markers. */
    DATA,
    /** Payloads that don't fit one frame, in pieces, one payload at a time for each place that receives. */
    BULK
}
