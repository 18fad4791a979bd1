package org.sojourn.selectors;

/**
 * A place: one JVM of the run.
 *
 * @param id its number, 0 for the init place; stable when the place rejoins
 */
public record Place(int id) implements Comparable<Place> {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is outside 0..65535
     */
    public Place {
        if (id < 0 || id > 0xFFFF) {
            throw new IllegalArgumentException("place " + id + " is outside 0..65535");
        }
    }

    @Override
    public int compareTo(Place other) {
        return Integer.compare(id, Given.place(other, "other").id);
    }

    /** Returns the short form, {@code p3}. */
    @Override
    public String toString() {
        return "p" + id;
    }
}
