package org.sojourn.bench;

/** A program ran to its end and its answer is not the right one: its time says nothing. */
public final class WrongAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message what was expected and what came
     */
    public WrongAnswerException(String message) {
        super(message);
    }
}
