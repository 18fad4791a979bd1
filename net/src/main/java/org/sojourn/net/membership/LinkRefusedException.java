package org.sojourn.net.membership;

import java.io.IOException;

/** The two ends of a new link speak the same protocol but must not talk to each other. */
final class LinkRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean outForGood;

    /**
     * Makes a refusal.
     *
     * @param outForGood whether one end, as the other one that has the same secret says, was declared out
     */
    LinkRefusedException(String message, boolean outForGood) {
        super(message);
        this.outForGood = outForGood;
    }

    boolean isOutForGood() {
        return outForGood;
    }
}
