package org.sojourn.messengers.form;

/**
 * An array, or a run of its elements: a whole array of a script, a field that is an array, or a row of a matrix.
 *
 * @param first which element it begins with: the indices before it, as in {@link Slot}, and then times {@code length}; empty for 0
 * @param offset what is added to that
 * @param length how many elements
 */
public record Span(Scope scope, int variable, java.util.List<Slot.Index> first, int offset, int length) {
    public Span {
        first = java.util.List.copyOf(first);
    }
}
