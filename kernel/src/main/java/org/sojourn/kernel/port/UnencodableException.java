package org.sojourn.kernel.port;

/**
 * A value may not or can't travel. The message names the path to the offending field, its class, the reason and the
 * remedy. The room that owns the kinds of parts may give programs a subclass.
 */
public class UnencodableException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message path, class, reason, remedy
     */
    public UnencodableException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message path, class, reason, remedy
     * @param cause what the serialiser said
     */
    public UnencodableException(String message, Throwable cause) {
        super(message, cause);
    }
}
