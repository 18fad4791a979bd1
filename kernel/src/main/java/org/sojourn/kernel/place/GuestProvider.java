package org.sojourn.kernel.place;

import java.util.Set;

/** Brings a guest to the kernels of all places that have it on their class path, by {@link java.util.ServiceLoader}. */
public interface GuestProvider {
    /** What a place gives to a guest. */
    interface Ground {
        /** {@return how many workers the place has} */
        int workers();

        /** {@return what the guest's numbers at random are to follow from; the same at all places of a run} */
        long seed();

        /** {@return whether classes of the program may travel, and be named by others, by the name of one} */
        boolean mayTravel(String className);

        /** {@return at how many looks running code leaves once, at random, though nobody asks it to; 0 for never} More than that are simulations'. */
        default int looksForOneLeave() {
            return 0;
        }

        /** Prints what the program says; a text with its own line breaks. */
        void print(String text);

        /** Reports a result of the run. */
        void result(String key, Object value);
    }

    /** A guest that has something to do when its place starts and stops, if what {@link #open} returns is one. */
    interface Lasting {
        /** The place runs. What is thrown keeps it from running. */
        void started();

        /** The place is about to stop, in whatever order. Only what has started. */
        void stopped();
    }

    /** {@return what programs know the guest by} */
    Class<?> type();

    /** {@return the names of the guest's classes that travel among the program's} */
    default Set<String> travelling() {
        return Set.of();
    }

    /**
     * Registers the guest with a kernel, before its start.
     *
     * @return what programs use it by, of {@link #type}
     */
    Object open(Kernel kernel, Ground ground);
}
