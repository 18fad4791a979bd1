package org.sojourn.examples.usage;

/**
 * Thrown when a program was given something it cannot work with: a number that is none, a file that is missing,
 * matrices whose shapes do not fit. The message is a sentence for a person, and all that this person gets to see;
 * it is thrown before any work begins.
 */
public final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a sentence for the person who typed the command.
     *
     * @param message what was given, what is possible, and what to do
     */
    public UsageException(String message) {
        super(message);
    }
}
