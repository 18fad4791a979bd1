package org.sojourn.messengers.form;

/**
 * A variable of a messenger, of a node, or of a routine.
 *
 * @param name as it stands in the script; {@code p.x} for a field of a struct; one that begins with {@code #} is the compiler's own
 * @param type of the value, or of each element; never {@link Type#TEXT}
 * @param length how many elements it has; 0 for a scalar
 */
public record Variable(String name, Type type, int length) {
    /** {@return whether it has elements} */
    public boolean isArray() {
        return length > 0;
    }
}
