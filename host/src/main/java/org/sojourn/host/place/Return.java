package org.sojourn.host.place;

/** Is told of a place that its process is after it was another one; found by {@link java.util.ServiceLoader}. */
public interface Return {
    /**
     * The place runs.
     *
     * @param place the place
     * @param loader finds the program's classes
     * @param why why the former one was out, a sentence
     */
    void returned(PlaceRuntime place, ClassLoader loader, String why);
}
