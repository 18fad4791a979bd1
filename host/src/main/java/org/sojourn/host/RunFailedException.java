package org.sojourn.host;

/** A run that this JVM started has not ended well. The message says how and, in sentences, why. */
public final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The exit status of the run. */
    private final int status;

    RunFailedException(String message, int status) {
        super(message);
        this.status = status;
    }

    /**
     * Returns the exit status that {@code ./sojourn run} would have had.
     *
     * @return 1 failed, 3 stalled, 4 a place was lost
     */
    public int status() {
        return status;
    }
}
