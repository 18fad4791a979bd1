package org.sojourn.mapping.vector;

/** Whether a handler may wait for something outside of the JVM, or for another thread: β. */
public enum Blocking {
    /** No call that it reaches waits. */
    FALSE,
    /** Some call that it reaches may wait. */
    TRUE,
    /** It reaches a call of which that isn't known. */
    UNKNOWN;

    /** Returns the value as the paper writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
