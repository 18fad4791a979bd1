package org.sojourn.messengers.form;

/** Whose variable it is. */
public enum Scope {
    /** The messenger carries it. */
    MESSENGER,
    /** It stays at its node and is shared by those who are there. */
    NODE,
    /** It lives as long as a call of a {@link Routine}: its parameters come first. Always a scalar. */
    ROUTINE
}
