package org.sojourn.net.codec;

import org.jspecify.annotations.Nullable;

/**
 * Stands for an exception whose own class may not travel: it keeps that class's name, the message, the stack trace,
 * the cause and what was suppressed. {@link #toString} reads as the original's would.
 */
public final class ForeignFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The binary name of the class that it stands for. */
    private final String originalClass;

    ForeignFailure(String originalClass, @Nullable String message) {
        super(message);
        this.originalClass = originalClass;
    }

    /**
     * Returns the class that this stands for.
     *
     * @return its binary name
     */
    public String originalClass() {
        return originalClass;
    }

    @Override
    public String toString() {
        String message = getLocalizedMessage();
        return message == null ? originalClass : originalClass + ": " + message;
    }
}
