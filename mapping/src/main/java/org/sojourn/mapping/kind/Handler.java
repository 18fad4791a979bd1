package org.sojourn.mapping.kind;

import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.fact.Facts;

/**
 * What a kind does with messages of one type, or at one turn of its life.
 *
 * @param label the type that it is for, an internal name; {@code *} for any; or the name of the method
 * @param role when it runs
 * @param method the method that it is, or is an arm of
 * @param facts what it does itself
 * @param message the number of the parameter that is the message, or -1
 */
public record Handler(String label, Role role, ClassFiles.Method method, Facts facts, int message) {
    /** When a handler runs. */
    public enum Role {
        /** For each message of its type. */
        MESSAGE,
        /** Once, before the first message. */
        START,
        /** Once, after the last message, or when something is told that is no message. */
        END
    }

    /** The label of what takes all messages. */
    public static final String ANY = "*";

    /**
     * Returns the label for people.
     *
     * @return without packages
     */
    public String shown() {
        String[] parts = label.split("\\|");
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].substring(Math.max(
                            parts[i].lastIndexOf('/'), parts[i].lastIndexOf('$', parts[i].length() - 2))
                    + 1);
        }
        return String.join("|", parts);
    }
}
