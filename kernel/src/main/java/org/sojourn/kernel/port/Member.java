package org.sojourn.kernel.port;

/**
 * One incarnation of a place.
 *
 * <p>A place that leaves and rejoins keeps its number. It gets a new incarnation when it is admitted, so that its
 * predecessor's frames are told apart from its own. The places with which a run begins have random incarnations below {@link
 * #FIRST_LATER}; each place that is admitted later has one from there on, higher than any before.
 *
 * @param place from 0 (the init place) to {@value #MAX_PLACE}
 * @param incarnation from 1, of {@value #INCARNATION_BITS} bits: so it fits into a word with the place number
 */
public record Member(int place, long incarnation) implements Comparable<Member> {
    /** The largest place number: names spend 16 bits on it. */
    public static final int MAX_PLACE = 0xFFFF;

    public static final int INCARNATION_BITS = 48;

    /** The lowest incarnation of a place that is admitted to a run which has begun. */
    public static final long FIRST_LATER = 1L << INCARNATION_BITS - 1;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is out of bounds
     */
    public Member {
        if (place < 0 || place > MAX_PLACE) {
            throw new IllegalArgumentException("place " + place + " is outside 0.." + MAX_PLACE);
        }
        if (incarnation == 0) {
            throw new IllegalArgumentException(
                    "place " + place + " has incarnation 0, which is reserved for 'unknown'");
        }
        if (incarnation >>> INCARNATION_BITS != 0) {
            throw new IllegalArgumentException("place " + place + " has incarnation " + incarnation
                    + "; it must be from 1 to " + ((1L << INCARNATION_BITS) - 1));
        }
    }

    /** {@return whether both numbers are within their bounds} For what others have sent. */
    public static boolean isPossible(int place, long incarnation) {
        return place >= 0 && place <= MAX_PLACE && incarnation != 0 && incarnation >>> INCARNATION_BITS == 0;
    }

    // By hand, since a record's own methods are linked at their first use, which takes milliseconds of a place's start.

    @Override
    public boolean equals(Object other) {
        return other instanceof Member member && place == member.place && incarnation == member.incarnation;
    }

    @Override
    public int hashCode() {
        return 31 * place + Long.hashCode(incarnation);
    }

    @Override
    public int compareTo(Member other) {
        int byPlace = Integer.compare(place, other.place);
        return byPlace != 0 ? byPlace : Long.compare(incarnation, other.incarnation);
    }

    /** {@return the short form that users see, {@code p3}} */
    @Override
    public String toString() {
        return "p" + place;
    }
}
