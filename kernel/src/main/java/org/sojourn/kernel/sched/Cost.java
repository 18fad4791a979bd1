package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Bound;

/**
 * How long it takes to process one message of one kind, as measured now and then. Decides whether that may happen on a
 * sender's stack: what is short costs less there than being handed over; what isn't would keep the sender from handing
 * out more work, with idle workers looking on.
 *
 * <p>Fields are written without synchronisation by whichever worker has measured: a lost sample or an old value costs
 * a little speed and nothing else.
 */
public final class Cost {
    private static final long SHORT_NANOS = Bound.INLINE_NANOS.value();

    /** A single turn of so many times the bound counts at once, without averaging. */
    private static final int FAR_ABOVE = 64;

    /** Turns between two measured ones. */
    private static final int EVERY = 64;

    /** The first turns, all measured; only then is anything known. */
    private static final int FIRST = 4;

    private int measured;
    private int countdown;
    private long average;
    private boolean isShort;

    /** Makes the cost of a kind of which nothing is known yet. */
    public Cost() {}

    /**
     * Returns whether processing may happen on a sender's stack.
     *
     * @return false as long as nothing is known
     */
    public boolean isShort() {
        return isShort;
    }

    /**
     * Returns whether the turn that begins now is to be measured.
     *
     * @return true for the first turns and one in {@value #EVERY}
     */
    public boolean isDue() {
        return --countdown < 0;
    }

    /**
     * Takes note of a measured turn.
     *
     * @param nanos how long it took
     * @param messages how many were processed in it
     */
    public void took(long nanos, long messages) {
        long each = nanos / Math.max(1, messages);
        if (measured < FIRST) {
            average = measured == 0 ? each : Math.min(average, each);
            measured++;
        } else {
            average += (each - average) / 4;
            countdown = EVERY;
        }
        if (each > FAR_ABOVE * SHORT_NANOS) {
            average = each;
        }
        isShort = measured == FIRST && average <= SHORT_NANOS;
    }
}
