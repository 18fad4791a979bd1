package org.sojourn.kernel.port;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Puts objects of the program into words. What they say of themselves is code of the program, which may fail, too; and
 * the caller mostly asks because something else has failed already, and has to go on.
 */
public final class Words {
    private Words() {}

    /**
     * {@return what an object's {@code toString} returns; the name of its class if that throws or returns null}
     *
     * @param any the object
     */
    public static String of(Object any) {
        try {
            String text = any.toString();
            return text == null ? any.getClass().getName() : text;
        } catch (Throwable another) { // it was asked for words only
            return any.getClass().getName() + " (whose description fails with "
                    + another.getClass().getName() + ")";
        }
    }

    /**
     * {@return the message of a failure; its description if that throws}
     *
     * @param failure the failure
     */
    public static String message(Throwable failure) {
        try {
            return String.valueOf(failure.getMessage());
        } catch (Throwable another) { // see of
            return of(failure);
        }
    }

    /**
     * {@return the failure, if a logger can print it; otherwise one that says so and has its stack}
     *
     * @param failure a failure
     */
    public static Throwable printable(Throwable failure) {
        try {
            failure.printStackTrace(new PrintWriter(Writer.nullWriter()));
            return failure;
        } catch (Throwable another) { // see of
            RuntimeException instead = new IllegalStateException(of(failure));
            try {
                instead.setStackTrace(failure.getStackTrace());
            } catch (Throwable third) { // then it has this one's
                return instead;
            }
            return instead;
        }
    }
}
