package org.sojourn.kernel.port;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Puts objects of the program into words. What they say of themselves is code of the program, which may fail too; and it is asked
 * mostly where something else has failed already, by a caller that has to go on.
 */
public final class Words {
    private Words() {}

    /**
     * Describes an object as it does itself.
     *
     * @param any the object
     * @return what its {@code toString} returns; the name of its class if that throws or returns null
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
     * Returns what a failure says.
     *
     * @param failure the failure
     * @return its message; its description if that throws
     */
    public static String message(Throwable failure) {
        try {
            return String.valueOf(failure.getMessage());
        } catch (Throwable another) { // see of
            return of(failure);
        }
    }

    /**
     * Returns what a logger can print.
     *
     * @param failure a failure
     * @return the failure; if it can't be printed, one that says so and has its stack
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
