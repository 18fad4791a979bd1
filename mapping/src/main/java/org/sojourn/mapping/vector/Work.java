package org.sojourn.mapping.vector;

/** Whether time goes into computing or into waiting for messages: ω. */
public enum Work {
    /** It mostly waits for messages. */
    IO,
    /** It computes. */
    MATH,
    /** It reaches a call of which that isn't known. */
    UNKNOWN;

    /** Returns the value as the paper writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
