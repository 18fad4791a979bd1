package org.sojourn.selectors;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What has come of asking all members of a group; see {@link Group#reduce}. Immutable; may be sent in messages if its value may.
 *
 * @param <A> the answers
 */
public final class Reduced<A> {
    private final Joined.@Nullable Got<A> folded;
    private final int answered;
    private final int size;

    Reduced(Joined.@Nullable Got<A> folded, int answered, int size) {
        this.folded = folded;
        this.answered = answered;
        this.size = size;
    }

    /**
     * Returns the answers, folded into one.
     *
     * @return of all members that have answered
     * @throws NoSuchElementException if none has
     */
    public A value() {
        if (folded == null) {
            throw new NoSuchElementException("none of the " + size + " members has answered");
        }
        return folded.value();
    }

    /**
     * Returns how many members have answered.
     *
     * @return 0 to {@link #size}
     */
    public int answered() {
        return answered;
    }

    /**
     * Returns how many members were asked.
     *
     * @return the size of the group
     */
    public int size() {
        return size;
    }

    /**
     * Returns whether every member has answered.
     *
     * @return whether nothing is missing in the value
     */
    public boolean isComplete() {
        return answered == size;
    }

    /** Returns value and count, as {@code 17 of 3 of 4 members}. */
    @Override
    public String toString() {
        return (folded == null ? "nothing" : String.valueOf(folded.value())) + " of " + answered + " of " + size
                + " members";
    }
}
