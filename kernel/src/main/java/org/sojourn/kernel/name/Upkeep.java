package org.sojourn.kernel.name;

import java.util.concurrent.atomic.AtomicLong;
import org.sojourn.kernel.port.Bound;

/**
 * Says when it is time to look what a name table could do without: when as much has changed as the last look has left, and
 * never before a least number of changes. So a look at all entries is paid for by as many changes, and between two looks a
 * table at most doubles, or grows by that number. A place where nothing changes never looks.
 *
 * <p>A change is an entry that is made, or the exit of a part that has one.
 */
public final class Upkeep {
    /** While somebody looks, or nobody is there who could. */
    private static final long NEVER = Long.MAX_VALUE;

    /** Counted by whoever changes something; pairs with nothing but itself and the reading in {@link #next}, which may be a few behind. */
    private final AtomicLong changes = new AtomicLong();

    /** At which count of changes it is time. Compared and set by who has counted that far: one of them has the look taken. */
    private final AtomicLong due = new AtomicLong(NEVER);

    /** Set before the start; pairs with the reading in {@link #next}. */
    private volatile long least = Bound.NAMES.value();

    /** Written before the first time is due; pairs with the compare-and-set of who finds it due. */
    private Runnable look = () -> {};

    Upkeep() {}

    /**
     * Names who looks.
     *
     * @param what called by whoever makes the change that is one too many, perhaps under locks: it has the look taken elsewhere, and
     *     its end told by {@link #done}
     */
    public void begin(Runnable what) {
        look = what;
        done(0);
    }

    /**
     * Sets after how many changes a look is due at the earliest.
     *
     * @param changes at least 1; {@link Bound#NAMES} unless set
     */
    public void least(long changes) {
        least = changes;
        due.updateAndGet(before -> before == NEVER ? NEVER : next(0));
    }

    /**
     * A look is over.
     *
     * @param entries how many it has left
     */
    public void done(long entries) {
        due.set(next(entries));
    }

    /**
     * What a look has asked for was answered, so that fewer entries are left than there seemed to be.
     *
     * @param entries how many
     */
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
