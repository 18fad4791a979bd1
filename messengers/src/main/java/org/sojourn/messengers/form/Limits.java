package org.sojourn.messengers.form;

/** The bounds of a script and its form. What is beyond them is refused with a sentence, by the compiler and by who reads a form. */
public final class Limits {
    /** Characters of a source file: 1 MiB. */
    public static final int SOURCE = 1 << 20;

    /** Words and signs of a source file. */
    public static final int WORDS = 300_000;

    /** How deep statements, expressions and types may be nested in a source file. */
    public static final int NESTING = 200;

    /** How deep expressions of a form may be nested: those of a source file are, with conversions and what the compiler adds. */
    public static final int DEPTH = 4 * NESTING;

    /** Variables of a messenger, of a node, or of a routine, after structs have been taken apart. */
    public static final int VARIABLES = 4_096;

    /** Bytes of all variables of a messenger, and of all that one script declares of a node: 16 MiB. */
    public static final int BYTES = 16 << 20;

    /** Steps of a script, and of each routine. */
    public static final int STEPS = 65_535;

    /** Routines of a script. */
    public static final int ROUTINES = 1_024;

    /** Arguments of a call, and results of one. */
    public static final int ARGUMENTS = 255;

    /** Values that all steps of a script hand over, print or take, taken together. */
    public static final int HANDED = 200_000;

    /** Bytes of a constant text, as UTF-8. */
    public static final int TEXT = 65_535;

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
}
