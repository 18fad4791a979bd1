package org.sojourn.selectors;

/** The receiver has exited or never existed, or has no mailbox for the question. Asking again won't help. */
public final class ReceiverGoneException extends SojournException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message names the receiver, and says why there is no answer
     */
    public ReceiverGoneException(String message) {
        super(message);
    }
}
