package org.sojourn.mapping.vector;

/** Whether answers are waited for: π. */
public enum Parallelism {
    /** An answer is waited for at once. */
    SYNC,
    /** No answer is wanted. */
    ASYNC,
    /** An answer is used when it has come. */
    FUTURE,
    /** The code can't be followed. */
    UNKNOWN;

    /** Returns the value as the paper writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
