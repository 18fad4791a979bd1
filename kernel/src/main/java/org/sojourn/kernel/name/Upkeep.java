package org.sojourn.kernel.name;

import java.util.concurrent.atomic.AtomicLong;
import org.sojourn.kernel.port.Bound;

/**
 * Says when to look for names that a table no longer needs: when as many changes have come as the last look has left
 * entries, but at least {@link Bound#NAME_CHANGES}. So as many changes pay for a look at all entries, and between two looks a
 * table at most doubles, or grows by that number. A place where nothing changes never looks.
 *
 * <p>A change is an entry that is made, or the exit of a part that has one.
 */
public final class Upkeep {
    /** While a look is under way, or nobody is there to look. */
    private static final long NEVER = Long.MAX_VALUE;

    /** Raised by each change. Pairs only with itself and the read in {@link #next}, which may be a few behind. */
    private final AtomicLong changes = new AtomicLong();

    /**
     * The count of changes at which a look is due. Compared and set by the threads that have counted that far: one of
     * them has the look taken.
     */
    private final AtomicLong due = new AtomicLong(NEVER);

    private volatile long least = Bound.NAME_CHANGES.value();

    /** Written before the first look is due; pairs with the compare-and-set of the thread that finds it due. */
    private Runnable look = () -> {};

    Upkeep() {}

    /**
     * Begins to count.
     *
     * @param what called by the thread that makes the change too many, perhaps under locks: has the look taken
     *     elsewhere, and calls {@link #done} at its end
     */
    public void begin(Runnable what) {
        look = what;
        done(0);
    }

    /** Sets after how many changes a look is due at the earliest, at least 1. */
    public void least(long changes) {
        least = changes;
        due.updateAndGet(before -> before == NEVER ? NEVER : next(0));
    }

    /** Ends a look that has left so many entries. */
    public void done(long entries) {
        due.set(next(entries));
    }

    /** Notes that answers to a look have left so many entries, fewer than there seemed to be. */
    public void left(long entries) {
        long next = next(entries);
        due.accumulateAndGet(next, (before, now) -> before == NEVER ? NEVER : Math.min(before, now));
    }

    private long next(long entries) {
        return changes.get() + Math.max(least, entries);
    }

    void changed() {
        long count = changes.incrementAndGet();
        long when = due.get();
        if (count >= when && due.compareAndSet(when, NEVER)) {
            look.run();
        }
    }
}
