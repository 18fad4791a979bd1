package org.sojourn.threads;

import java.util.Objects;

/**
 * What frames of this thread came to at another place can't travel to its home, and they can't be run again, since something of what they did
 * was seen. It is thrown where the thread waited for them.
 */
public final class UnreturnableError extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message a sentence that names what can't travel
     */
    public UnreturnableError(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
