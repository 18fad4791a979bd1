package org.sojourn.launch;

/** A mistake of whoever types the command: a sentence, and exit status 2. */
final class Usage extends RuntimeException {
    static final int STATUS = 2;
    private static final long serialVersionUID = 1;

    Usage(String sentence) {
        super(sentence);
    }
}
