package org.sojourn.strands;

/** A strand couldn't hop. It is where it was, and goes on there. The message says why. */
public final class HopRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HopRefusedException(String message) {
        super(message);
    }
}
