package org.sojourn.kernel.move;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * How much a part has processed, and to which places it has sent lately. For its turns only; begins anew where it
 * moves.
 */
public final class Talks {
    /** So many places are told apart; what goes to others counts in the total only. */
    private static final int PLACES = 8;

    private final @Nullable Member[] places = new @Nullable Member[PLACES];
    private final int[] sent = new int[PLACES];
    private int total;
    private @Nullable Member before;
    private int spells;
    private int processed;

    /** Counts a message that the part has processed; returns how many it has since it came here, as far as they were counted. */
    public int counted() {
        return ++processed;
    }

    /** Counts a message that was sent to a place, as far as is known. */
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

    /** {@return how many messages were counted since the last {@link #judge}} */
    public int total() {
        return total;
    }

    /**
     * Begins to count anew.
     *
     * @return the place to which two thirds of the messages went; or null
     */
    @Nullable
    public Member judge() {
        Member most = null;
        for (int i = 0; i < PLACES; i++) {
            if (3L * sent[i] >= 2L * total) {
                most = places[i];
            }
        }
        spells = most != null && most.equals(before) ? spells + 1 : 1;
        before = most;
        total = 0;
        Arrays.fill(sent, 0);
        Arrays.fill(places, null);
        return most;
    }

    /** {@return how often in a row the last {@link #judge} has found the same} */
    public int spells() {
        return spells;
    }
}
