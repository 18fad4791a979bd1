package org.sojourn.kernel.sched;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which workers of a policy are idle, in one word:
 *
 * <pre>
 *   63 ............ 32 31 ............ 0
 *   version, counts up  idle bit per worker
 * </pre>
 *
 * <p>Waking a worker clears its bit, so no two submitters wake the same one, and raises the version. Only a worker itself sets its bit. All accesses
 * are volatile: {@link #set} pairs with the looks of submitters ({@link #isAny}), as {@link WorkStealing} says.
 */
final class IdleWorkers {
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(IdleWorkers.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long all;
    private volatile long word;

    /** At first all workers run. */
    IdleWorkers(int count) {
        this.all = count == Integer.SIZE ? 0xFFFF_FFFFL : (1L << count) - 1;
    }

    boolean isAny() {
        return (word & all) != 0;
    }

    boolean isAll() {
        return (word & all) == all;
    }

    boolean is(int worker) {
        return (word & 1L << worker) != 0;
    }

    /** {@return the idle bits at one moment} */
    long bits() {
        return word & all;
    }

    /** Clears the bit of an idle worker, and returns which one it was; -1 if none is idle. */
    int takeOne() {
        while (true) {
            long seen = word;
            long bits = seen & all;
            if (bits == 0) {
                return -1;
            }
            long bit = Long.lowestOneBit(bits);
            if (WORD.compareAndSet(this, seen, without(seen, bit))) {
                return Long.numberOfTrailingZeros(bit);
            }
        }
    }

    /** Clears the bit of a worker, if it is set. */
    void clear(int worker) {
        long bit = 1L << worker;
        while (true) {
            long seen = word;
            if ((seen & bit) == 0 || WORD.compareAndSet(this, seen, without(seen, bit))) {
                return;
            }
        }
    }

    /** Sets the bit of a worker, and returns whether all are idle then. */
    boolean set(int worker) {
        long bit = 1L << worker;
        return (((long) WORD.getAndBitwiseOr(this, bit) | bit) & all) == all;
    }

    /** {@return how often bits were cleared, modulo 2^32} */
    long version() {
        return word >>> Integer.SIZE;
    }

    private static long without(long word, long bit) {
        return (word & ~bit) + (1L << Integer.SIZE);
    }
}
