package org.sojourn.kernel.balance;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.port.Member;

/**
 * How much a part has processed, and how often it has sent to which places lately. Touched in its turns only; begins anew where it moves.
 */
public final class Talks extends Feature {
    /** So many places are told apart; what goes to others counts in the total only. */
    private static final int PLACES = 8;

    private final @Nullable Member[] places = new @Nullable Member[PLACES];
    private final int[] sent = new int[PLACES];
    private int total;
    private @Nullable Member before;

    private int processed;

    private Talks() {}

    /** {@return what is counted of a part, at zero if nobody has counted before} In its turn. */
    static Talks of(Cell part) {
        return part.feature(Talks.class, any -> new Talks());
    }

    /** Counts a message that the part has processed; returns how many it has since it came here, as far as they were counted. */
    int counted() {
        return ++processed;
    }

    /**
     * Counts a message.
     *
     * @param to where its receiver is believed to be
     */
    public void count(Member to) {
        total++;
        for (int i = 0; i < PLACES; i++) {
            if (places[i] == null) {
                places[i] = to;
            }
            if (to.equals(places[i])) {
                sent[i]++;
                return;
            }
        }
    }

    /** {@return how many were counted: messages since the last {@link #judge}} */
    public int total() {
        return total;
    }

    /**
     * Says where most went, and begins to count anew.
     *
     * @return the place to which two thirds of the messages went, this time and the time before; null if there is none
     */
    public @Nullable Member judge() {
        Member most = null;
        for (int i = 0; i < PLACES; i++) {
            if (3L * sent[i] >= 2L * total) {
                most = places[i];
            }
        }
        Member judged = most != null && most.equals(before) ? most : null;
        before = most;
        total = 0;
        Arrays.fill(sent, 0);
        Arrays.fill(places, null);
        return judged;
    }
}
