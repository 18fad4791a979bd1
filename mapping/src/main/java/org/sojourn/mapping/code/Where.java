package org.sojourn.mapping.code;

/**
 * A place in the sources, as class files tell it.
 *
 * @param type the class, its binary name
 * @param method the method's name
 * @param line the line, or 0 if the class file doesn't say
 */
public record Where(String type, String method, int line) {
    /** Returns class, method and line. */
    @Override
    public String toString() {
        return type + '.' + method + (line > 0 ? ":" + line : "");
    }
}
