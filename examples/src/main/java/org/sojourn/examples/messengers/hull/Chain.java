package org.sojourn.examples.messengers.hull;

/**
 * Points, or the corners of a convex hull, each as x and y. A hull goes counterclockwise from its leftmost corner; of several that are
 * leftmost, from the lowest. No corner is on the line between two others.
 *
 * @param count how many points
 * @param at their coordinates, from the beginning of the array
 */
public record Chain(int count, long[] at) {
    long x(int point) {
        return at[2 * point];
    }

    long y(int point) {
        return at[2 * point + 1];
    }

    /** {@return a hull's corner after which its upper side begins: the rightmost, and of these the highest} */
    int turn() {
        int turn = 0;
        for (int i = 1; i < count; i++) {
            if (x(i) > x(turn) || x(i) == x(turn) && y(i) > y(turn)) {
                turn = i;
            }
        }
        return turn;
    }

    /** {@return a hull's lower or upper side, from left to right, both ends included} */
    Chain side(boolean isUpper) {
        int turn = turn();
        Chain side = new Chain(isUpper ? (count - turn) % count + 1 : turn + 1, new long[at.length]);
        for (int i = 0; i < side.count; i++) {
            side.set(i, this, isUpper ? (count - i) % count : i);
        }
        return side;
    }

    private void set(int point, Chain from, int its) {
        at[2 * point] = from.x(its);
        at[2 * point + 1] = from.y(its);
    }

    /**
     * Joins a side with one that is to the right of it, by the line that touches both: what is left of it on the one and right of it on
     * the other stays.
     *
     * @param bends 1 for lower sides, which bend to the left, -1 for upper ones
     */
    Chain joined(Chain right, int bends) {
        int end = count - 1;
        int begin = 0;
        for (boolean isTouching = false; !isTouching; ) {
            isTouching = true;
            while (end > 0 && bends * turn(this, end - 1, this, end, right, begin) <= 0) {
                end--;
                isTouching = false;
            }
            while (begin < right.count - 1 && bends * turn(this, end, right, begin, right, begin + 1) <= 0) {
                begin++;
                isTouching = false;
            }
        }
        Chain joined = new Chain(end + 1 + right.count - begin, new long[at.length + right.at.length]);
        for (int i = 0; i < joined.count; i++) {
            joined.set(i, i <= end ? this : right, i <= end ? i : begin + i - end - 1);
        }
        return joined;
    }

    /** {@return the hull of two sides, in an array of a length} */
    static Chain hull(Chain lower, Chain upper, int length) {
        int count = Math.max(1, lower.count + upper.count - 2);
        if (2 * count > length) {
            throw new IllegalStateException("a hull of " + count + " corners; there is room for " + length / 2);
        }
        Chain hull = new Chain(count, new long[length]);
        for (int i = 0; i < count; i++) {
            boolean isLower = i < lower.count;
            hull.set(i, isLower ? lower : upper, isLower ? i : lower.count + upper.count - 2 - i);
        }
        return hull;
    }

    /** {@return above 0 if the way over three points turns left, below if right, 0 if it is straight} Exact up to coordinates of 10^9. */
    private static int turn(Chain a, int i, Chain b, int j, Chain c, int k) {
        return Long.signum((b.x(j) - a.x(i)) * (c.y(k) - a.y(i)) - (b.y(j) - a.y(i)) * (c.x(k) - a.x(i)));
    }
}
