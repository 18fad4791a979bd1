package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;

/**
 * The receiver has thrown an exception while it processed the question, and hadn't answered by then. What it has thrown is the cause;
 * from another place that comes as data, and is missing if it may not travel: the message tells of it in any case.
 */
public final class ReceiverFailedException extends SojournException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message names the receiver, the message in which it failed, and the failure
     * @param cause what it has thrown; null if that couldn't travel
     */
    public ReceiverFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
