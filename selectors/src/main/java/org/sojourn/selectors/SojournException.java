package org.sojourn.selectors;

/** What can go wrong between selectors. The subclasses say what a caller may do. */
public abstract sealed class SojournException extends RuntimeException
        permits RequestTimeoutException, ReceiverGoneException, PlaceLostException {
    private static final long serialVersionUID = 1;

    SojournException(String message) {
        super(message);
    }
}
