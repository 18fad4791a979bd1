package org.sojourn.kernel.port;

import java.util.concurrent.CompletionException;

/** Why a stage has failed. One that depends on another is given the other's failure in a wrapper. */
public final class Cause {
    private Cause() {}

    /** {@return what was thrown in the first place} */
    public static Throwable of(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /** {@return the same as a sentence: its message, or what it is if it has none} */
    public static String sentence(Throwable failure) {
        Throwable cause = of(failure);
        String message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }
}
