package org.sojourn.threads;

import java.util.Objects;

/**
 * The place was lost at which frames of this thread ran. What they had done is unknown, so they aren't run again. It is thrown where the
 * thread waited for them, once.
 */
public final class PlaceLostError extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message a sentence that names the place
     */
    public PlaceLostError(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
