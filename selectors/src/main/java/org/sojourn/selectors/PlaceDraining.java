package org.sojourn.selectors;

/**
 * A topic: a place is being drained. It stays in, but new selectors are created elsewhere, and those that can leave do.
 * If you hand out work, give it none from now on.
 *
 * @param place which
 */
public record PlaceDraining(Place place) {
    /** Checks that there is a place. */
    public PlaceDraining {
        Given.place(place, "place");
    }
}
