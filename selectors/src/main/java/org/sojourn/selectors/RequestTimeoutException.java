package org.sojourn.selectors;

/** No answer came in time; it may still come, and is then a dead letter. Asking again may help. */
public final class RequestTimeoutException extends SojournException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message names the receiver, and the bound
     */
    public RequestTimeoutException(String message) {
        super(message);
    }
}
