package org.sojourn.kernel.port;

/**
 * One incarnation of a place.
 *
 * <p>The place number is small and stays the same when a place leaves and rejoins. The incarnation has {@value
 * #INCARNATION_BITS} bits and is minted when the place is admitted, so that frames of a predecessor are told apart from
 * those of its successor. Places with which a run begins get random incarnations; one that is admitted later, whatever
 * its number, gets a higher one than any before.
 *
 * @param place the place number, from 0 (the init place) to {@value #MAX_PLACE}
 * @param incarnation the incarnation, from 1, of {@value #INCARNATION_BITS} bits
 */
public record Member(int place, long incarnation) implements Comparable<Member> {
    /** The largest place number: names spend 16 bits on it. */
    public static final int MAX_PLACE = 0xFFFF;

    /** An incarnation has no more bits, so that it fits into a word with the place number. */
    public static final int INCARNATION_BITS = 48;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code place} is outside 0..65535, or {@code incarnation} is 0 or has more than
     *     {@value #INCARNATION_BITS} bits
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

    /**
     * {@return whether both numbers are within their bounds} For what others have sent.
     *
     * @param place the place number
     * @param incarnation the incarnation
     */
    public static boolean isPossible(int place, long incarnation) {
        return place >= 0 && place <= MAX_PLACE && incarnation != 0 && incarnation >>> INCARNATION_BITS == 0;
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
