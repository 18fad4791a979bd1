package org.sojourn.kernel.port;

/**
 * A peer has sent what no correct peer sends. Only the link that it came by is closed. The message is one sentence for
 * the log and holds no unbounded part of the input, nor what would begin another line.
 */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message what was wrong, with value and bound
     */
    public MalformedException(String message) {
        super(Words.line(message));
    }

    /**
     * Makes the exception.
     *
     * @param message what was wrong, with value and bound
     * @param cause what failed
     */
    public MalformedException(String message, Throwable cause) {
        super(Words.line(message), cause);
    }
}
