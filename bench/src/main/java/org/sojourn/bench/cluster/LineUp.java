package org.sojourn.bench.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which places there are.
 *
 * @param full how many have a whole share
 * @param half how many have half of one
 */
public record LineUp(int full, int half) {
    /** As in the paper: five of one kind, then slower ones. */
    private static final int MOST_FULL = 5;

    private static final int MOST_HALF = 3;

    /**
     * Returns the line-ups of the paper: one to five devices, and then up to three more that are half as fast.
     *
     * @param shares how many shares there are
     * @return those that fit
     */
    static List<LineUp> mixed(double shares) {
        List<LineUp> all = new ArrayList<>(equal(Math.min(shares, MOST_FULL)));
        for (int half = 1; half <= MOST_HALF && MOST_FULL + half / 2.0 <= shares; half++) {
            all.add(new LineUp(MOST_FULL, half));
        }
        return all;
    }

    /**
     * Returns line-ups of places that are alike: one, two and so on.
     *
     * @param shares how many shares there are
     * @return those that fit
     */
    static List<LineUp> equal(double shares) {
        List<LineUp> all = new ArrayList<>();
        for (int full = 1; full <= Math.max(1, (int) shares); full++) {
            all.add(new LineUp(full, 0));
        }
        return all;
    }

    /** {@return how many places} */
    public int places() {
        return full + half;
    }

    /** {@return how many whole shares they have together} */
    public double capacity() {
        return full + half / 2.0;
    }

    /** {@return what each of them gets, the init place's first} */
    List<Share> shares(Share whole) {
        List<Share> all = new ArrayList<>(Collections.nCopies(full, whole));
        if (half > 0) {
            all.addAll(Collections.nCopies(half, whole.half()));
        }
        return all;
    }

    @Override
    public String toString() {
        return half == 0 ? Integer.toString(full) : full + "+" + half;
    }
}
