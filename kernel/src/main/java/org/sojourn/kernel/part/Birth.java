package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;

/** Makes the body of a part. */
@FunctionalInterface
public interface Birth {
    /**
     * Constructs the body at the place where the part lives, on a worker or on its creator's thread. The body makes itself known by the part that its constructor runs in.
     *
     * @throws Exception the part fails then
     */
    Object make() throws Exception;

    /**
     * {@return what tells births of one origin from others, so that their cost can be measured together} Equal for equal origins:
     * the class of whatever the program gave, and what it asked for.
     */
    default Object origin() {
        return getClass();
    }

    /** {@return what this creation asks of {@link Kinds#policy}; empty for nothing} */
    default String asked() {
        return "";
    }

    /** {@return the number of the guest that makes an equal birth at another place} */
    default int guest() {
        return 0;
    }

    /** {@return what {@link Kinds#birth} makes an equal birth of at another place; null if that can't travel} */
    default @Nullable Object description() {
        return null;
    }
}
