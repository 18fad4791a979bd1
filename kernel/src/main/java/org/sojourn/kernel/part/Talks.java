package org.sojourn.kernel.part;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * How often a part has sent to which places lately. Touched in its turns only; begins anew where it moves.
 */
public final class Talks {
    /** So many places are told apart; what goes to others counts in the total only. */
    private static final int PLACES = 8;

    private final @Nullable Member[] places = new @Nullable Member[PLACES];
    private final int[] sent = new int[PLACES];
    private int total;
    private @Nullable Member before;

    Talks() {}

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

    /**
     * Returns how many were counted.
     *
     * @return messages since the last {@link #judge}
     */
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
