package org.sojourn.selectors;

/**
 * A topic: a place is out, for good. If it comes back under its number it is another member, of which {@link NodeJoined} tells.
 *
 * <p>It comes behind whatever the place has sent to the same mailbox of the subscriber and has arrived. What lived there and hasn't moved is
 * lost, unless the place was drained before.
 *
 * @param place which
 * @param cause how
 * @param why the same in words, for people
 */
public record NodeLeft(Place place, Cause cause, String why) {
    /** How a place has gone. */
    public enum Cause {
        /** It has said that it leaves, and was heard here. */
        LEFT,
        /** Its process or its connection has ended without a word, or it was silent for too long. Which of these it was other places can't know. */
        LOST,
        /** It was put out for what it has sent. */
        EXPELLED
    }

    /** Checks that nothing is missing. */
    public NodeLeft {
        Given.place(place, "place");
        Given.value(cause, "cause");
        Given.value(why, "why");
    }
}
