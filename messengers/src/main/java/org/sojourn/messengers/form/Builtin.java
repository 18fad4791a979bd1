package org.sojourn.messengers.form;

import java.util.List;

/** What is built in and no scheduling point: mathematics, and what a script says to its surroundings without waiting. */
public enum Builtin {
    SQRT(Type.DOUBLE, Type.DOUBLE),
    CBRT(Type.DOUBLE, Type.DOUBLE),
    EXP(Type.DOUBLE, Type.DOUBLE),
    LOG(Type.DOUBLE, Type.DOUBLE),
    LOG10(Type.DOUBLE, Type.DOUBLE),
    SIN(Type.DOUBLE, Type.DOUBLE),
    COS(Type.DOUBLE, Type.DOUBLE),
    TAN(Type.DOUBLE, Type.DOUBLE),
    ASIN(Type.DOUBLE, Type.DOUBLE),
    ACOS(Type.DOUBLE, Type.DOUBLE),
    ATAN(Type.DOUBLE, Type.DOUBLE),
    SINH(Type.DOUBLE, Type.DOUBLE),
    COSH(Type.DOUBLE, Type.DOUBLE),
    TANH(Type.DOUBLE, Type.DOUBLE),
    FLOOR(Type.DOUBLE, Type.DOUBLE),
    CEIL(Type.DOUBLE, Type.DOUBLE),
    ROUND(Type.DOUBLE, Type.DOUBLE),
    FABS(Type.DOUBLE, Type.DOUBLE),
    POW(Type.DOUBLE, Type.DOUBLE, Type.DOUBLE),
    ATAN2(Type.DOUBLE, Type.DOUBLE, Type.DOUBLE),
    FMOD(Type.DOUBLE, Type.DOUBLE, Type.DOUBLE),
    HYPOT(Type.DOUBLE, Type.DOUBLE, Type.DOUBLE),
    FMIN(Type.DOUBLE, Type.DOUBLE, Type.DOUBLE),
    FMAX(Type.DOUBLE, Type.DOUBLE, Type.DOUBLE),
    ISNAN(Type.INT, Type.DOUBLE),
    ABS(Type.INT, Type.INT),
    LABS(Type.LONG, Type.LONG),
    /** How many characters a text has. */
    STRLEN(Type.INT, Type.TEXT),
    /** A number that is spelled in a text; a fault if it is none. */
    ATOL(Type.LONG, Type.TEXT),
    ATOF(Type.DOUBLE, Type.TEXT),
    /** A whole number at random, of all 64 bits: the run's seed, the messenger and how often it has asked decide. */
    RANDOM(Type.LONG),
    /** At random from 0 up to, and without, a bound; a fault if that isn't above 0. */
    RANDOM_BELOW(Type.LONG, Type.LONG),
    /** At random from 0 up to, and without, 1. */
    RANDOM_UNIT(Type.DOUBLE),
    /** How many messengers are at this node, with the one that asks. */
    MESSENGERS_HERE(Type.INT),
    /** How many links this node has. */
    LINKS_HERE(Type.INT),
    /** How many places there are. */
    PLACES(Type.INT),
    /** The name of a place, by its number from 0; a fault if there is none. */
    PLACE_NAME(Type.TEXT, Type.INT),
    /** Ends a messenger, wherever it is, if it hasn't ended yet: 0 if there is none, else 1. */
    KILL(Type.INT, Type.MESSENGER),
    /** Gives the messenger a priority, from 0 to 7, from its next turn on: the one that it had. */
    PRIORITY(Type.INT, Type.INT);

    private final Type type;
    private final List<Type> parameters;

    Builtin(Type type, Type... parameters) {
        this.type = type;
        this.parameters = List.of(parameters);
    }

    /** {@return of what type its value is} */
    public Type type() {
        return type;
    }

    /** {@return of what types its arguments are} */
    public List<Type> parameters() {
        return parameters;
    }
}
