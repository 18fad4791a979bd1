package org.sojourn.weave.frame;

import java.util.Objects;

/**
 * Where a frame waits: at a call, in a method of a woven class.
 *
 * @param owner the class that the method was written in
 * @param method its number among those of the class file
 * @param site the number of the call in it
 */
public record Point(Class<?> owner, int method, int site) {
    /** Checks that there is a class. */
    public Point {
        Objects.requireNonNull(owner, "owner is null; name the class");
    }

    @Override
    public String toString() {
        return owner.getName() + " method " + method + " site " + site;
    }
}
