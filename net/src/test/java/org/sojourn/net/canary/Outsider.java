package org.sojourn.net.canary;

/** An exception of a package that isn't allowed. */
public final class Outsider extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes one.
     *
     * @param message the message
     * @param cause the cause
     */
    public Outsider(String message, Throwable cause) {
        super(message, cause);
    }
}
