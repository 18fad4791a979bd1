package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;

/** What can go wrong between selectors. The subclasses say what a caller may do. */
public abstract sealed class SojournException extends RuntimeException
        permits RequestTimeoutException, ReceiverGoneException, ReceiverFailedException, PlaceLostException {
    private static final long serialVersionUID = 1;

    SojournException(String message) {
        super(message);
    }

    SojournException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
