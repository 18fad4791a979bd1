package org.sojourn.kernel.port;

import java.util.function.Consumer;

/**
 * Stands for something with a name, as a handle does. A codec writes only its {@link Wire} form, of which a {@link
 * Resolver} makes the right object at the other end.
 */
public interface Reference {
    /** {@return the form that travels} What had no name outside its place gets one now. */
    Wire toWire();

    /** {@return whether it stands for a part, given as in {@link Profiler#sent}; false also if that isn't known} */
    default boolean isOf(Object part) {
        return false;
    }

    /** Names each member that it leads to, besides the one in its name. */
    default void leadsTo(Consumer<Member> told) {}

    /**
     * The form that travels.
     *
     * @param kind which sort of reference, chosen by the room that owns it
     * @param birth the incarnation half of the name
     * @param serial the place and serial half of the name
     * @param detail for the owner's use, such as a best guess of the location or a request's number
     * @param more for the owner's use; mostly empty
     */
    record Wire(byte kind, long birth, long serial, long detail, String more) {
        private static final int PLACE_AT = 48;

        /** Makes a form without a text. */
        public Wire(byte kind, long birth, long serial, long detail) {
            this(kind, birth, serial, detail, "");
        }

        /** {@return the place number in the name} */
        public int place() {
            return (int) (serial >>> PLACE_AT);
        }
    }

    @FunctionalInterface
    interface Resolver {
        /**
         * {@return the reference that a wire form stands for at this place}
         *
         * @throws IllegalArgumentException if there is no such kind: the frame is malformed
         */
        Reference resolve(Wire wire);
    }
}
