package org.sojourn.messengers.form;

/** What joins two values of one type. */
public enum Op {
    ADD,
    SUBTRACT,
    MULTIPLY,
    /** Of whole numbers by 0 it is a fault. */
    DIVIDE,
    /** Of whole numbers by 0 it is a fault. */
    REMAINDER,
    AND,
    OR,
    XOR,
    /** The right side is an {@link Type#INT}, of which the low 5 or 6 bits count. */
    SHIFT_LEFT,
    /** As {@link #SHIFT_LEFT}; keeps the sign. */
    SHIFT_RIGHT,
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** {@return whether the result is an {@link Type#INT}, 1 or 0, whatever is compared} */
    public boolean isComparison() {
        return ordinal() >= EQUAL.ordinal();
    }

    /** {@return whether it is for whole numbers only} */
    public boolean isOfBits() {
        return this == AND || this == OR || this == XOR || this == SHIFT_LEFT || this == SHIFT_RIGHT;
    }
}
