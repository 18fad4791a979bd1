package org.sojourn.bench.messengers;

/** Methods of this bench that scripts call, at the place that is this JVM, and the answers that they tell it. One script tells at a time. */
public final class Answer {
    private static volatile double told;

    private Answer() {}

    /**
     * Told by a script as its last word.
     *
     * @param value what it has found
     */
    public static void is(double value) {
        told = value;
    }

    /**
     * A function that does next to nothing.
     *
     * @param number any
     * @return another one
     */
    public static int next(int number) {
        return number * 31 + 7;
    }

    /** Forgets what was told. */
    static void forget() {
        told = Double.NaN;
    }

    /** Checks what was told since. */
    static void require(String what, double expected) {
        double answer = told;
        if (answer != expected) {
            throw new IllegalStateException(what + ": " + expected + " was due, and " + answer + " came");
        }
    }
}
