package org.sojourn.kernel.port;

import java.util.function.Consumer;

/**
 * An object that stands for something with a name, such as a handle. A codec writes its {@link Wire} form only, and a
 * {@link Resolver} makes the right object of it at the other end.
 */
public interface Reference {
    /** {@return the form that travels} What was never named outside its place gets its name now. */
    Wire toWire();

    /**
     * {@return whether it stands for a part; false as well if that isn't known}
     *
     * @param part as {@link Profiler#sent} is told
     */
    default boolean isOf(Object part) {
        return false;
    }

    /**
     * Tells which members it leads to, besides the one in its name.
     *
     * @param told called for each
     */
    default void leadsTo(Consumer<Member> told) {}

    /**
     * The form that travels.
     *
     * @param kind which sort of reference, chosen by the room that owns it
     * @param birth the incarnation half of the name
     * @param serial the place and serial half of the name
     * @param detail a number for the owner's use, such as a best guess of the location or a request's number
     * @param more a text for the owner's use; empty for most
     */
    record Wire(byte kind, long birth, long serial, long detail, String more) {
        private static final int PLACE_AT = 48;

        /**
         * Makes a form without a text.
         *
         * @param kind which sort of reference
         * @param birth the incarnation half of the name
         * @param serial the place and serial half of the name
         * @param detail a number
         */
        public Wire(byte kind, long birth, long serial, long detail) {
            this(kind, birth, serial, detail, "");
        }

        /** {@return the place number in the name} */
        public int place() {
            return (int) (serial >>> PLACE_AT);
        }
    }

    /** Makes a reference of its wire form. */
    @FunctionalInterface
    interface Resolver {
        /**
         * {@return the reference that a wire form stands for at this place}
         *
         * @param wire what came in
         * @throws IllegalArgumentException if no such kind exists: the frame is malformed
         */
        Reference resolve(Wire wire);
    }
}
