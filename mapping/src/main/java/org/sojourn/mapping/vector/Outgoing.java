package org.sojourn.mapping.vector;

/** To how many messages go: ρ with the arrow to the right. */
public enum Outgoing {
    /** To nobody. */
    LEAF,
    /** To one. */
    ROUTER,
    /** To many, or many to one. */
    SCATTER,
    /** The code can't be followed. */
    UNKNOWN;

    /** Returns the value as the paper writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
