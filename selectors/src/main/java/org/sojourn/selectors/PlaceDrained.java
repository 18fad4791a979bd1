package org.sojourn.selectors;

/**
 * A topic: a drain is over. What could leave the place has left; what couldn't is still there.
 *
 * @param place which
 */
public record PlaceDrained(Place place) {
    /** Checks that there is a place. */
    public PlaceDrained {
        Given.place(place, "place");
    }
}
