package org.sojourn.kernel.port;

/**
 * What a peer sent is not what a correct peer sends. It closes the link that it came by, nothing else. The message is
 * one clear sentence for the log and holds no unbounded part of the input.
 */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message what was wrong, with value and bound
     */
    public MalformedException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what was wrong, with value and bound
     * @param cause what failed
     */
    public MalformedException(String message, Throwable cause) {
        super(message, cause);
    }
}
