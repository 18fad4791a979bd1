package org.sojourn.selectors;

/**
 * A topic: a place is in. It comes when the membership's view shows the place to the place where the subscriber lives; all places see
 * the same views in the same order, each in its own time.
 *
 * <p>From then on selectors may be created there: what is sent waits until the place is connected. {@link PlaceReady} tells when that is.
 *
 * @param place which
 */
public record NodeJoined(Place place) {
    /** Checks that there is a place. */
    public NodeJoined {
        Given.place(place, "place");
    }
}
