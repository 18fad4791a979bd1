package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/** The suite's small piece of work for a message: the square of a sine, some tens of nanoseconds. */
public final class Sine {
    private static final double ANGLE = 37.2;
    private static final double PER_TERM = 1e-9;

    private Sine() {}

    /**
     * Does the work once.
     *
     * @return sin(37.2)^2
     */
    public static double square() {
        double sine = Math.sin(ANGLE);
        return sine * sine;
    }

    /**
     * Checks the sum of many results.
     *
     * @param times how often the work should have been done
     * @param sum what the results add up to
     * @throws org.sojourn.bench.WrongAnswerException if it was done more or less often
     */
    public static void check(long times, double sum) {
        // cos(2x) = 1 - 2 sin(x)^2: another way to the same number.
        double square = (1 - Math.cos(2 * ANGLE)) / 2;
        Answers.same("sum of " + times + " squares of sines", times * square, sum, times * PER_TERM);
    }
}
