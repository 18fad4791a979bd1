package org.sojourn.selectors.work;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** What a master knows of one worker. */
final class Hand {
    /** So much work a worker should have, by its speed so far: more than the way there and back takes, and little enough to take back. */
    private static final long AHEAD_NANOS = 200_000_000;

    private static final int MOST = 1_024;
    private static final int FIRST = 2;

    /** How much the newest item counts in the speed. */
    private static final double NEW = 0.25;

    final Handle<Object> who;

    /** For which place it was created; it may have moved since. */
    final Place place;

    /** What it has and hasn't reported, by number. */
    final Map<Long, Order.Item> out = new TreeMap<>();

    /** What an item takes; below zero before the first is done. */
    private double nanos = -1;

    /** Whether it gets no more. */
    boolean isLeaving;

    Hand(Handle<Object> who, Place place) {
        this.who = who;
        this.place = place;
    }

    /** Takes the number of an item that is out; null if it isn't. */
    Order.@Nullable Item taken(long index) {
        return out.remove(index);
    }

    void took(long itemNanos) {
        nanos = nanos < 0 ? itemNanos : nanos + NEW * (itemNanos - nanos);
    }

    /**
     * Returns how many more items it gets now. It gets none before it has done half of what it should have: so items go in batches.
     *
     * @param waiting how many there are
     * @param hands among how many; towards the end each gets less, so that nobody is waited for
     */
    int wants(int waiting, int hands) {
        int bySpeed = nanos < 0 ? FIRST : (int) Math.max(FIRST, Math.min(MOST, AHEAD_NANOS / Math.max(1, nanos)));
        int byShare = Math.max(1, waiting / (2 * hands));
        int should = Math.min(bySpeed, byShare);
        return isLeaving || 2 * out.size() > should ? 0 : Math.min(waiting, Math.max(0, should - out.size()));
    }
}
