package org.sojourn.messengers.form;

/** Bytes are no form, or a form isn't sound. The message is a sentence, and says at which step if it was at one. */
public final class MalformedFormException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says what is wrong. */
    public MalformedFormException(String sentence) {
        super(sentence);
    }
}
