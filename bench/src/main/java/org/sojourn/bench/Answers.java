package org.sojourn.bench;

/** Compares a program's answer with the right one. */
public final class Answers {
    private Answers() {}

    /**
     * Compares two whole numbers.
     *
     * @param what what the number is, such as "pongs"
     * @param expected the right number
     * @param got the program's
     * @throws WrongAnswerException if they differ
     */
    public static void same(String what, long expected, long got) {
        if (expected != got) {
            throw wrong(what, expected, got);
        }
    }

    /**
     * Compares two fractional numbers.
     *
     * @param what what the number is
     * @param expected the right number
     * @param got the program's
     * @param tolerance by how much they may differ, absolutely
     * @throws WrongAnswerException if they differ by more, or if either is not a number
     */
    public static void same(String what, double expected, double got, double tolerance) {
        // Asked this way round, a difference that is not a number fails too.
        if (!(Math.abs(expected - got) <= tolerance)) {
            throw wrong(what, expected + " (within " + tolerance + ")", got);
        }
    }

    /**
     * Compares two values by {@link Object#equals}.
     *
     * @param what what the value is
     * @param expected the right value
     * @param got the program's
     * @throws WrongAnswerException if they differ
     */
    public static void same(String what, Object expected, Object got) {
        if (!expected.equals(got)) {
            throw wrong(what, expected, got);
        }
    }

    private static WrongAnswerException wrong(String what, Object expected, Object got) {
        return new WrongAnswerException(what + ": expected " + expected + ", got " + got);
    }
}
