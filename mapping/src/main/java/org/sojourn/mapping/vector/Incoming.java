package org.sojourn.mapping.vector;

/** How many messages are received for one that is sent: ρ with the arrow to the left. */
public enum Incoming {
    /** More than one. */
    GATHER,
    /** At most one. */
    REQUEST_REPLY,
    /** The code can't be followed. */
    UNKNOWN;

    /** Returns the value as the paper writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
