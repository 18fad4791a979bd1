package org.sojourn.selectors;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What has come of asking all members of a group; see {@link Group#reduce}. Immutable; may be sent in messages if its value may.
 *
 * @param <A> the answers
 */
public final class Reduced<A> {
    private final @Nullable A value;
    private final int answered;
    private final int size;

    private Reduced(@Nullable A value, int answered, int size) {
        this.value = value;
        this.answered = answered;
        this.size = size;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the same functions have made it
    static <A> Reduced<A> of(Folding.Part part, int size) {
        return new Reduced<>((A) part.value(), part.answered(), size);
    }

    /**
     * Returns the answers, folded into one.
     *
     * @return of all members that have answered
     * @throws NoSuchElementException if none has
     */
    @SuppressWarnings("NullAway") // null only if nobody has answered, or if that was an answer
    public A value() {
        if (answered == 0) {
            throw new NoSuchElementException("none of the " + size + " members has answered");
        }
        return value;
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
        return (answered == 0 ? "nothing" : String.valueOf(value)) + " of " + answered + " of " + size + " members";
    }
}
