package org.sojourn.selectors.work;

import java.util.ArrayList;
import java.util.List;
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

    /** How fast it is. */
    static final class Pace {
        /** What an item takes; below zero before the first is done. */
        private double nanos = -1;

        void took(long itemNanos) {
            nanos = nanos < 0 ? itemNanos : nanos + NEW * (itemNanos - nanos);
        }

        /**
         * Returns how many more items it gets now. It gets none before it has done half of what it should have: so items go in batches.
         *
         * @param has how many it has
         * @param waiting how many there are
         * @param hands among how many; towards the end each gets less, so that nobody is waited for
         */
        int wants(int has, int waiting, int hands) {
            int bySpeed = nanos < 0 ? FIRST : (int) Math.max(FIRST, Math.min(MOST, AHEAD_NANOS / Math.max(1, nanos)));
            int byShare = Math.max(1, waiting / (2 * hands));
            int should = Math.min(bySpeed, byShare);
            return 2 * has > should ? 0 : Math.min(waiting, should - has);
        }
    }

    final Pace pace = new Pace();

    final Handle<Object> who;

    /** For which place it was created; it may have moved since. */
    final Place place;

    /** What it has and hasn't reported, by number. */
    final Map<Long, Order.Item> out = new TreeMap<>();

    /** Whether it gets no more. */
    boolean isLeaving;

    /** How often it was asked what it has, and which of these questions it has answered. */
    private int asked;

    private int answered;

    /** How often the clock has ticked since it was asked. */
    private int ticks;

    Hand(Handle<Object> who, Place place) {
        this.who = who;
        this.place = place;
    }

    /** Takes the number of an item that is out; null if it isn't. */
    Order.@Nullable Item taken(long index) {
        return out.remove(index);
    }

    /** Asks it what it has. */
    void ask() {
        asked++;
        ticks = 0;
        who.send(new Order.Tell(asked));
    }

    /** Asks again if there is no answer, ever more seldom: the question may have been lost, or it has long to do. */
    void tick() {
        if (answered < asked) {
            ticks++;
            if (Integer.bitCount(ticks) == 1) {
                who.send(new Order.Tell(asked));
            }
        }
    }

    /** Takes the items that it should have and hasn't, by its answer to the last question; none by its answer to another. */
    List<Order.Item> missing(int number, List<Long> has) {
        List<Order.Item> gone = new ArrayList<>();
        if (number == asked && answered < asked) {
            answered = asked;
            out.values().removeIf(each -> !has.contains(each.index()) && gone.add(each));
        }
        return gone;
    }

    /** Returns how many more items it gets now, of those that wait, among so many. */
    int wants(int waiting, int hands) {
        return isLeaving ? 0 : pace.wants(out.size(), waiting, hands);
    }
}
