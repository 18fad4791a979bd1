package org.sojourn.weave.frame;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A frame that has left the stack: what of it is needed to go on.
 *
 * @param point where it waits
 * @param values what its method still reads: locals, what was on the operand stack beneath the call, and the objects whose monitors it
 *     held, outermost first; boxed
 */
public record Frame(Point point, @Nullable Object[] values) {
    /** Checks that both are there; keeps the array itself. */
    public Frame {
        Objects.requireNonNull(point, "point is null; say where the frame waits");
        Objects.requireNonNull(values, "values is null; give an array, which may be empty");
    }

    @Override
    public String toString() {
        return point + " of " + values.length + " values";
    }
}
