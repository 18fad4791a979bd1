package org.sojourn.selectors;

/**
 * A topic: a place is in, its link to the place where the subscriber lives stands, and it has answered by it. It comes after {@link
 * NodeJoined}. From then on what is sent there begins at once, and {@link SelectorSystem#places} shows it, until it is out.
 *
 * @param place which
 */
public record PlaceReady(Place place) {
    /** Checks that there is a place. */
    public PlaceReady {
        Given.place(place, "place");
    }
}
