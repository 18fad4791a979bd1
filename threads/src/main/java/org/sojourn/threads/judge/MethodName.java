package org.sojourn.threads.judge;

/**
 * A method of a class.
 *
 * @param owner its internal name
 * @param name with the descriptor
 */
public record MethodName(String owner, String name) {
    static MethodName of(String owner, String name, String descriptor) {
        return new MethodName(owner, name + descriptor);
    }

    @Override
    public String toString() {
        return owner.replace('/', '.') + "." + name.substring(0, name.indexOf('('));
    }
}
