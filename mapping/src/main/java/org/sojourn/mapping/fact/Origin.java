package org.sojourn.mapping.fact;

/**
 * Where a value may have come from, as far as one method's code tells.
 *
 * @param kind how it came about
 * @param detail which one: a number, a field, a type, a constant
 */
public record Origin(Kind kind, String detail) {
    /** How a value came about. */
    public enum Kind {
        /** The parameter with this number, the receiver being 0 in a method that isn't static; or a part of it. */
        PARAMETER,
        /** A field, {@code Owner.name}, of whatever object. */
        FIELD,
        /** A static field, {@code Owner.name}. */
        STATIC,
        /** A new object of this class, or the class itself. */
        NEW,
        /** The result of the call at this instruction. */
        CALL,
        /** The function that the instruction makes. */
        FUNCTION,
        /** This constant. */
        CONSTANT,
        /** Whoever sent what is being processed. */
        SENDER,
        /** The selector or actor itself. */
        SELF,
        /** What is being processed, or a part of it. Only after parameters have been replaced. */
        MESSAGE,
        /** Computed here, or too many possibilities. */
        OTHER
    }

    static final Origin COMPUTED = new Origin(Kind.OTHER, "");

    static Origin parameter(int number) {
        return new Origin(Kind.PARAMETER, Integer.toString(number));
    }

    static Origin call(int at) {
        return new Origin(Kind.CALL, Integer.toString(at));
    }

    /**
     * Returns the number that a parameter, a call or a function has.
     *
     * @return the detail as a number
     */
    public int number() {
        return Integer.parseInt(detail);
    }
}
