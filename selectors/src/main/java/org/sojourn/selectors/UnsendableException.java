package org.sojourn.selectors;

import java.util.Objects;

/**
 * A message, an answer, or what a factory captures may not or can't travel to another place: nothing is sent or created. The
 * message names the path to the offending field, its class, and what to do.
 */
public final class UnsendableException extends org.sojourn.kernel.port.UnsendableException {
    private static final long serialVersionUID = 1;

    UnsendableException(org.sojourn.kernel.port.UnsendableException found) {
        super(String.valueOf(found.getMessage()), Objects.requireNonNullElse(found.getCause(), found));
    }
}
