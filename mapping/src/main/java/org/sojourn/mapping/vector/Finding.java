package org.sojourn.mapping.vector;

import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.code.Where;

/**
 * The value of one field, and what decided it.
 *
 * @param value the value
 * @param reason why, in words
 * @param where in the sources; null if it is decided by what isn't there
 * @param <V> the field
 */
public record Finding<V extends Enum<V>>(
        V value, String reason, @Nullable Where where) {
    /** Returns the reason with its place. */
    @Override
    public String toString() {
        return reason + (where == null ? "" : " (" + where + ")");
    }
}
