package org.sojourn.net.link;

/**
 * The room that a thread has on its stack. A sender may be in a recursion whose stack is nearly full; what must not break off in its
 * midst begins only if there is room for all of it.
 *
 * <p>The JVM tells nobody how much is left, but by an error. So the room is tried out, by calls that are nested deeper than what
 * follows would nest its own, with frames that are larger than most.
 */
final class Headroom {
    private static final int CALLS = 32;

    private Headroom() {}

    /**
     * Returns if there is room.
     *
     * @throws StackOverflowError if there is none
     */
    static void require() {
        if (depth(CALLS, 1, 2, 3, 4, 5, 6, 7, 8) == 0) {
            throw new IllegalStateException("a sum of positive numbers is 0");
        }
    }

    private static long depth(int calls, long a, long b, long c, long d, long e, long f, long g, long h) {
        return calls == 0 ? a : depth(calls - 1, b, c, d, e, f, g, h, a) + a + b + c + d + e + f + g + h;
    }
}
