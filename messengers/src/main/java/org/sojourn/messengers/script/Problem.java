package org.sojourn.messengers.script;

/** The kinds of what can be wrong with a script; the guide's table explains each. */
enum Problem {
    /** A type that the language doesn't have. */
    E1,
    /** A network variable is read only. */
    E2,
    /** A name that nothing has. */
    E3,
    /** One name for a variable of the node and one of the messenger. */
    E4,
    /** The file of the node's variables. */
    E5,
    /** A deletion that jumps. */
    E6,
    /** A wildcard where something is created. */
    E7,
    /** A direction. */
    E8,
    /** Where a result is to be stored. */
    E9,
    /** A function of the library or a routine: its name, or how many arguments it takes. */
    E10,
    /** What is left or continued isn't there. */
    E11,
    /** What can't be read. */
    E13,
    /** A name that is taken. */
    E14,
    /** Types that don't fit. */
    E15,
    /** A constant. */
    E16,
    /** Not to be assigned to. */
    E17,
    /** {@code case} and {@code default}. */
    E18,
    /** Labels. */
    E19,
    /** What a routine may not do, or has to. */
    E20,
    /** A bound. */
    E21,
    /** The arguments of a statement that navigates or calls. */
    E22,
    /** What isn't there, or not yet. */
    E23,
    /** A condition that can't be waited for. */
    E24,
    /** A name that nearly is a variable's. */
    W1,
    /** A value of which nothing comes. */
    W2;

    boolean isWarning() {
        return this == W1 || this == W2;
    }
}
