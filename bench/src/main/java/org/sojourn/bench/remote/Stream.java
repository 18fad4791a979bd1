package org.sojourn.bench.remote;

/**
 * What is streamed, by whomever: so many numbered messages of {@value #BYTES} bytes. Where nothing holds a sender up, the
 * receiver says now and then how many it has got, and no more than a window are on their way.
 *
 * @param messages how many each sender sends
 * @param senders how many senders there are, each with a receiver of its own
 */
record Stream(int messages, int senders) {
    static final int BYTES = 100;

    /** How many messages of all senders together may be on their way. */
    private static final int WINDOW = 16_384;

    private static final int NOTES_IN_A_WINDOW = 4;

    int window() {
        return WINDOW / senders;
    }

    /** Whether a receiver that has got so many messages says so. */
    boolean isNoted(int got) {
        return got % (window() / NOTES_IN_A_WINDOW) == 0 || got == messages;
    }

    int total() {
        return messages * senders;
    }
}
