package org.sojourn.kernel.port;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Puts objects of the program into words. To do so runs code of the program, which may fail; and the caller mostly asks
 * because something else has failed already, and has to go on.
 */
public final class Words {
    private Words() {}

    /** {@return what {@code toString} returns; the name of the class if it throws or returns null} */
    public static String of(Object any) {
        try {
            String text = any.toString();
            return text == null ? any.getClass().getName() : text;
        } catch (Throwable another) { // it was asked for words only
            return any.getClass().getName() + " (whose description fails with "
                    + another.getClass().getName() + ")";
        }
    }

    /** {@return how many messages, such as {@code 1 message}} */
    public static String messages(long count) {
        return count + (count == 1 ? " message" : " messages");
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
     * {@return what somebody else has put into words, fit for one line of a log} What would begin another line, or move the cursor of
     * who reads it, is a question mark.
     *
     * @param text with parts that come from outside
     */
    public static String line(String text) {
        StringBuilder line = null;
        for (int i = 0; i < text.length(); i++) {
            int type = Character.getType(text.charAt(i));
            if (type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR) {
                line = line == null ? new StringBuilder(text) : line;
                line.setCharAt(i, '?');
            }
        }
        return line == null ? text : line.toString();
    }

    /** {@return the failure if a logger can print it; otherwise one with its stack that says so} */
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
