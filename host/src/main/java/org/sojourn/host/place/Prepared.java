package org.sojourn.host.place;

import org.jspecify.annotations.Nullable;

/** The place that a launcher has prepared in this JVM for the program to find. */
public final class Prepared {
    private static volatile @Nullable PlaceRuntime runtime;

    private Prepared() {}

    /**
     * Prepares a place.
     *
     * @param place the running place
     */
    public static void set(PlaceRuntime place) {
        runtime = place;
    }

    /**
     * Finds the prepared place.
     *
     * @return the place, or null if no launcher has prepared one
     */
    public static @Nullable PlaceRuntime get() {
        return runtime;
    }
}
