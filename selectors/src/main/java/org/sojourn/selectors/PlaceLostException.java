package org.sojourn.selectors;

/** The place of the receiver is lost, and with it the receiver. Asking another may help. */
public final class PlaceLostException extends SojournException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message names the receiver, and the place that is lost
     */
    public PlaceLostException(String message) {
        super(message);
    }
}
