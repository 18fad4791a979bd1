package org.sojourn.messengers;

/** A messenger of an injection has failed, or was lost with its place. The others of that injection go on. */
public final class MessengerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Says what has failed.
     *
     * @param sentence which script, at which line and node, and why
     */
    public MessengerFailedException(String sentence) {
        super(sentence);
    }
}
