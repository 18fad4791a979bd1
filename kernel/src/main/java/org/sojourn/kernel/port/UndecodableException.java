package org.sojourn.kernel.port;

/**
 * Code of the program has failed while a value from a peer was rebuilt: a constructor of a record, a static
 * initialiser, {@code hashCode}, a comparator, a substitute. The bytes may be right, so the link goes on; the value is
 * lost. The message is one sentence that names the code, and holds no unbounded part of the input.
 */
public final class UndecodableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String type;

    /**
     * Makes the exception.
     *
     * @param type the binary name of the class whose code has failed; in words where it isn't known
     * @param message what could not be rebuilt, where its code is, and what that has thrown
     */
    public UndecodableException(String type, String message, Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    /** {@return the class whose code has failed, as it was given} */
    public String type() {
        return type;
    }
}
