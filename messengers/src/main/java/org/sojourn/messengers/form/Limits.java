package org.sojourn.messengers.form;

import java.util.List;

/** How large a form may be. */
public final class Limits {
    /** Steps of a script, of a routine, and of what gives nodes their first values: each. */
    public static final int STEPS = 65_535;

    /** Variables of one scope. */
    public static final int VARIABLES = 4_096;

    /** Bytes that all variables of one messenger hold, and those of one node. */
    public static final int ARRAY_BYTES = 16 << 20;

    /** Bytes of a form. */
    public static final int BYTES = 1 << 20;

    /** Routines. */
    public static final int ROUTINES = 256;

    /** How deep statements, expressions and types may be nested in a source file. */
    public static final int NESTING = 100;

    /** Expressions inside one another: those of a source file, with conversions and what the compiler adds. */
    public static final int DEPTH = 4 * NESTING;

    /** Characters of a source file: 1 MiB. */
    public static final int SOURCE = 1 << 20;

    /** Words and signs of a source file. */
    public static final int WORDS = 300_000;

    /** Bytes of a text that stands in a script, as UTF-8. */
    public static final int TEXT_BYTES = 64 << 10;

    /** Characters of a name. */
    public static final int NAME = 1_000;

    /** Values of one step, arguments of one call, indices of one element: each. */
    public static final int VALUES = 255;

    /** Parameters of a routine. */
    public static final int PARAMETERS = 100;

    /**
     * How deep routines may call one another: so many calls of such as have few variables and plain expressions. A larger one counts
     * for more than one call: see {@link #weight}.
     */
    public static final int CALLS = 1_000;

    /** Priorities of messengers are 0 to this; it goes first. */
    public static final int PRIORITY = 7;

    /** Values that all steps of a script hand over, print or take, taken together. */
    public static final int HANDED = 200_000;

    private static final int WORDS_OF_A_CALL = 32;

    private Limits() {}

    /** {@return how many bytes a value of a type counts for} */
    public static int bytes(Type type) {
        return switch (type) {
            case CHAR -> 1;
            case SHORT -> 2;
            case INT, FLOAT -> 4;
            case LONG, DOUBLE, TEXT -> 8;
            case NODE, MESSENGER -> 16;
        };
    }

    /**
     * {@return for how many calls a routine counts, of the {@link #CALLS} that may be inside one another}
     *
     * <p>A call stands for 32 words of the thread's stack, for the variables and for what the expressions keep meanwhile. So no recursion
     * overflows a stack of half a mebibyte.
     */
    public static int weight(Routine routine) {
        int most = 0;
        for (Step step : routine.steps()) {
            most = Math.max(most, words(step.parts()));
        }
        return 1 + (2 * routine.variables().size() + most) / WORDS_OF_A_CALL;
    }

    /** Each value that waits for those after it has two words at most. */
    private static int words(List<Expr> parts) {
        int most = 2;
        int waiting = 0;
        for (Expr each : parts) {
            most = Math.max(most, waiting + words(each.parts()));
            waiting += 2;
        }
        return most;
    }
}
