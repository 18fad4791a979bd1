package org.sojourn.messengers.run;

/** A form has more code than a method of a class may have, or than it pays to compile. The message says which of these. */
final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1;

    TooLargeException(String what) {
        super(what);
    }
}
