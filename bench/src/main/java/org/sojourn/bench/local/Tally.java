package org.sojourn.bench.local;

/**
 * What the selectors of a place with one worker have counted. Plain fields: one thread writes them, and others read them
 * when they have been answered, which happens after.
 */
final class Tally {
    long constructed;
    long processed;

    /** Rounds of messages that were processed by the time when all were sent. */
    long inlineRounds;
}
