package org.sojourn.selectors;

import java.util.Objects;
import org.sojourn.kernel.port.UnencodableException;

/**
 * A message, an answer, or what a factory captures may not or can't travel to another place: nothing is sent or created. The
 * message names the path to the offending field, its class, and what to do.
 */
public final class UnsendableException extends UnencodableException {
    private static final long serialVersionUID = 1;

    UnsendableException(UnencodableException found) {
        super(String.valueOf(found.getMessage()), Objects.requireNonNullElse(found.getCause(), found));
    }
}
