package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Bound;

/**
 * How long it takes to process one message of one kind, as measured now and then. Decides whether that may happen on a
 * sender's stack: what is short costs less there than being handed over; what isn't would keep the sender from handing
 * out more work, with idle workers looking on.
 *
 * <p>What is kept is a score, not an average: a turn during which the machine gave the core to somebody else took
 * thousands of times as long as the others and says nothing about the kind.
 *
 * <p>Fields are written without synchronisation by whichever worker has measured: a lost sample or an old value costs
 * a little speed and nothing else.
 */
public final class Cost {
    private static final long SHORT_NANOS = Bound.INLINE_NANOS.value();

    /** Turns between two measured ones, of a kind that is short and of one that isn't. */
    private static final int EVERY = 64;

    private static final int EVERY_LONG = 8;

    /** The score rises by 2 for a long turn and falls by 1 for a short one; what is at or above this isn't short. */
    private static final int LONG_SCORE = 4;

    private static final int HIGHEST_SCORE = 8;

    /** So many short turns in a row, and no long one, make a new kind a short one. */
    private int score = LONG_SCORE + 3;

    private int countdown;
    private boolean isShort;
    private boolean isBrief;

    /** Whether what is measured decides about inline sends. */
    private boolean isMeasured;

    /** Makes the cost of a kind of which nothing is known yet. */
    public Cost() {
        isMeasured = true;
    }

    /**
     * Makes the cost of a kind whose policy has decided about inline sends.
     *
     * @param isShort what it is held for, however long it takes
     */
    public Cost(boolean isShort) {
        this.isMeasured = false;
        this.isShort = isShort;
    }

    /**
     * Returns whether processing may happen on a sender's stack.
     *
     * @return false as long as nothing is known, unless the policy has decided
     */
    public boolean isShort() {
        return isShort;
    }

    /**
     * Has processing never happen on a sender's stack again. Whoever has measured at the same time may undo that; to be repeated
     * if it is seen there all the same.
     */
    public void queued() {
        isMeasured = false;
        isShort = false;
    }

    /**
     * Returns whether turns are expected to be short, whatever the policy has decided.
     *
     * @return false as long as nothing is known
     */
    public boolean isBrief() {
        return isBrief;
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
        int now = score;
        if (nanos > SHORT_NANOS * Math.max(1, messages)) {
            now = Math.min(HIGHEST_SCORE, now + 2);
        } else if (now > 0) {
            now--;
        }
        score = now;
        isBrief = now < LONG_SCORE;
        if (isMeasured) {
            isShort = isBrief;
        }
        countdown = isBrief ? EVERY : now < HIGHEST_SCORE ? 0 : EVERY_LONG;
    }
}
