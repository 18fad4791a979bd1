package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Bound;

/**
 * How long a message of one kind takes, or to construct a part, as measured now and then. This decides about inline
 * sends: a short message costs less on its sender's stack than handed over, while a long one would keep the sender from
 * handing work to idle workers.
 *
 * <p>What is kept is a score and not an average: a turn that lost its core to another process took thousands of times
 * as long as the others, and says nothing about the kind.
 *
 * <p>Workers write the fields without synchronisation: a lost sample or an old value costs a little speed and nothing
 * else.
 */
public final class Cost {
    private static final long LENT_NANOS = Bound.READING_MESSAGE_NANOS.value();

    /** How many turns pass between two measured ones, of a short kind and of a long one. */
    private static final int EVERY = 64;

    private static final int EVERY_LONG = 8;

    /** A long turn raises the score by 2, a short one lowers it by 1. From this score on a kind is long. */
    private static final int LONG_SCORE = 4;

    private static final int HIGHEST_SCORE = 8;

    /** After a turn that kept its thread from all else, so many are measured before its kind is trusted again. */
    private static final int CAUTION = 64;

    /** The longest time of a short message, in nanoseconds. */
    private final long shortNanos;

    /** Four short turns in a row make a new kind a short one. */
    private int score = LONG_SCORE + 3;

    /** The same about turns that take less than to wake a worker; two in a row will do, as one that lasts is handed on. */
    private int lentScore = LONG_SCORE + 1;

    private int countdown;
    private boolean isShort;
    private boolean isBrief;

    /** Whether each turn is measured: nothing is known yet. */
    private boolean isNew = true;

    private int caution;

    /** Whether measuring decides about inline sends, not the policy. */
    private boolean isMeasured;

    /**
     * Makes the cost of a kind of which nothing is known yet.
     *
     * @param longest the longest time of a short message
     */
    public Cost(Bound longest) {
        this.shortNanos = longest.value();
        this.isMeasured = true;
    }

    /** Makes the cost of a kind whose policy has decided about inline sends, however long its turns are. */
    public Cost(boolean isShort) {
        this.shortNanos = Bound.INLINE_MESSAGE_NANOS.value();
        this.isMeasured = false;
        this.isShort = isShort;
    }

    /** {@return whether messages may be processed on their senders' stacks; false while nothing is known or decided} */
    public boolean isShort() {
        return isShort;
    }

    /**
     * {@return whether to run the turn that is asked for now on its sender's stack, and measure it, though it is expected to be long}
     * Some are. Code and data are cold in a turn that was queued: measured there alone, a kind would stay long that is short on its
     * senders' stacks. Only kinds whose turns mostly take no longer than a thread of the links may be kept are tried.
     */
    public boolean isTrial() {
        if (!isMeasured || lentScore >= LONG_SCORE || --countdown >= 0) {
            return false;
        }
        countdown = 0; // so that this turn is due
        return true;
    }

    /** {@return whether to run the turn that is asked for now on its sender's stack: it is expected to be short, or tried} */
    public boolean isShortOrTried() {
        return isShort || isTrial();
    }

    /**
     * Switches inline sends off for good. A worker that is just measuring may undo that: call this again if it shows.
     */
    public void queued() {
        isMeasured = false;
        isShort = false;
    }

    /**
     * {@return whether turns are expected to be short, whatever the policy has decided; false while nothing is known}
     */
    public boolean isBrief() {
        return isBrief;
    }

    /** {@return whether a thread of the links may run turns: they take less than to wake a worker, and none has kept such a thread lately} */
    boolean isLendable() {
        return lentScore < LONG_SCORE && caution == 0;
    }

    /** A turn keeps a thread that others wait for. By any thread. */
    void lasted() {
        caution = CAUTION;
    }

    /** {@return whether to measure the turn that begins now: each of the first, then one in {@value #EVERY}} */
    public boolean isDue() {
        if (--countdown >= 0) {
            return false;
        }
        countdown = EVERY_LONG; // until it has taken its time, or if it fails
        return true;
    }

    private static int next(int score, boolean isLong) {
        return isLong ? Math.min(HIGHEST_SCORE, score + 2) : Math.max(0, score - 1);
    }

    /** Notes a measured turn, and how many messages were processed in it. */
    public void took(long nanos, long messages) {
        int now = next(score, nanos > shortNanos * Math.max(1, messages));
        score = now;
        lentScore = next(lentScore, nanos > LENT_NANOS * Math.max(1, messages));
        caution = Math.max(0, caution - 1);
        isBrief = now < LONG_SCORE;
        if (isMeasured) {
            isShort = isBrief;
        }
        isNew &= !isBrief && now < HIGHEST_SCORE;
        countdown = isBrief ? EVERY : isNew ? 0 : EVERY_LONG;
    }
}
