package org.sojourn.messengers.form;

import java.util.List;

/**
 * Where a value is read from or stored: a scalar, or an element of an array.
 *
 * @param scope whose variable
 * @param variable its number there
 * @param indices which element; empty for a scalar
 */
public record Slot(Scope scope, int variable, List<Index> indices) {
    public Slot {
        indices = List.copyOf(indices);
    }

    /**
     * One index of an element. The number of the element is {@code ((i0 * extent1) + i1) * extent2 + i2} and so on; the product of the
     * extents is at most the array's length. An index below 0, or not below its extent, is a fault, before
     * anything else is evaluated.
     *
     * @param at an {@link Type#INT} or {@link Type#LONG}
     * @param extent how many there are
     */
    public record Index(Expr at, int extent) {}
}
