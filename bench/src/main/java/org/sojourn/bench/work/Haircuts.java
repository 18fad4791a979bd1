package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/**
 * What happened at a barber's.
 *
 * @param contented customers who were shown a seat, and whose haircut was begun and then finished
 * @param inTurn haircuts that were given to whoever had waited the longest
 * @param mostWaiting how many customers were in the waiting room at most
 */
public record Haircuts(int contented, int inTurn, int mostWaiting) {
    /** The suite's number of customers. */
    public static final int CUSTOMERS = 5_000;
    /** The suite's number of seats in the waiting room. */
    public static final int SEATS = 1_000;
    /** The suite's rate, in steps, of customers and of haircuts alike. */
    public static final int RATE = 1_000;

    /**
     * Checks that everybody got a haircut, and nobody had to stand.
     *
     * @param customers how many came
     * @param seats how many the waiting room has
     * @throws org.sojourn.bench.WrongAnswerException if not
     */
    public void check(int customers, int seats) {
        Answers.same("contented customers", customers, contented);
        Answers.same("haircuts in turn", customers, inTurn);
        Answers.same("customers without a seat", 0, Math.max(0, mostWaiting - seats));
    }
}
