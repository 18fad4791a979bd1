package org.sojourn.weave;

import java.util.Objects;

/**
 * What can't be woven: it runs as it was compiled, and its frames stay where they are.
 *
 * @param className the class
 * @param method the method with its descriptor; empty for a whole class
 * @param line of the source; 0 if that isn't known
 * @param reason a sentence without a full stop
 */
public record Refusal(String className, String method, int line, String reason) {
    /** Checks that all is there. */
    public Refusal {
        Objects.requireNonNull(className, "className is null; name the class");
        Objects.requireNonNull(method, "method is null; give nothing for the whole class");
        Objects.requireNonNull(reason, "reason is null; say it");
    }

    @Override
    public String toString() {
        return className + (method.isEmpty() ? "" : "." + method) + (line > 0 ? " line " + line : "") + ": " + reason;
    }
}
