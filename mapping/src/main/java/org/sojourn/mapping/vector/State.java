package org.sojourn.mapping.vector;

/** What a kind keeps from one message to the next: σ. */
public enum State {
    /** Nothing. */
    NIL,
    /** Something that doesn't grow. */
    FIXED,
    /** Something that grows or shrinks as messages are processed. */
    VARIABLE,
    /** An object of which that isn't known. */
    UNKNOWN;

    /** Returns the value as the paper writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
