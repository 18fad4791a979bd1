package org.sojourn.kernel.port;

/**
 * Three lanes share a link; each keeps its own order, and an earlier-named lane is written first when several have
 * something to say.
 */
public enum Lane {
    /** Views, counters, waves, class names: small, and never behind data. */
    CONTROL,
    /** Mail, creation, replies, markers. */
    DATA,
    /** Payloads that don't fit one frame, in pieces, one payload at a time for each place that receives. */
    BULK
}
