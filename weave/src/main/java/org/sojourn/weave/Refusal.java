package org.sojourn.weave;

/**
 * What can't be woven: it runs as it was compiled, and its frames stay where they are.
 *
 * @param className the class
 * @param method the method with its descriptor; empty for a whole class
 * @param line of the source; 0 if that isn't known
 * @param reason a sentence without a full stop
 */
public record Refusal(String className, String method, int line, String reason) {
    @Override
    public String toString() {
        return className + (method.isEmpty() ? "" : "." + method) + (line > 0 ? " line " + line : "") + ": " + reason;
    }
}
