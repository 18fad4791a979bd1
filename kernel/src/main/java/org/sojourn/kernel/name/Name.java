package org.sojourn.kernel.name;

import org.sojourn.kernel.port.Member;

/**
 * The name of anything that can be addressed: 128 bits, minted by whoever asks for the creation, so that no creation
 * waits. Where the named lives is not part of it.
 *
 * <p>One name serves as both the mail address and the alias of Agha and Kim (<i>Efficient Support of Location
 * Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995), where a mail address says on which
 * node the actor was created, and an alias on which node its creation was asked for: here it is always the latter.
 *
 * <pre>
 *   birth   64 bits   the incarnation of the birthplace
 *   serial  16 bits   the number of the birthplace
 *           48 bits   counts up from 1 at the birthplace; 0 names the place itself
 * </pre>
 *
 * @param birth the incarnation of the place that minted it
 * @param serial the place number and the count
 */
public record Name(long birth, long serial) {
    private static final int COUNT_BITS = 48;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    /**
     * Makes a name of its parts.
     *
     * @param birthplace who mints it
     * @param count counts up at the birthplace, below 2<sup>48</sup>
     * @return the name
     */
    public static Name of(Member birthplace, long count) {
        if (count < 0 || count > COUNT_MASK) {
            throw new IllegalArgumentException("count " + count + " is outside 0.." + COUNT_MASK);
        }
        return new Name(birthplace.incarnation(), ((long) birthplace.place() << COUNT_BITS) | count);
    }

    /**
     * Names a place itself: replies to threads that are no selector go there.
     *
     * @param place the place
     * @return its name
     */
    public static Name ofPlace(Member place) {
        return of(place, 0);
    }

    /**
     * Returns who minted the name.
     *
     * @return the birthplace
     */
    public Member birthplace() {
        return new Member((int) (serial >>> COUNT_BITS), birth);
    }

    /**
     * Returns the count within the birthplace.
     *
     * @return 0 for the place itself
     */
    public long count() {
        return serial & COUNT_MASK;
    }

    /**
     * Returns whether this names a place and not a part.
     *
     * @return whether the count is 0
     */
    public boolean isPlace() {
        return count() == 0;
    }

    /** Spread well: packets to one receiver keep their order by this. */
    @Override
    public int hashCode() {
        long mix = (birth ^ serial) * 0x9E3779B97F4A7C15L;
        return (int) (mix >>> 32);
    }

    /** Returns the short form that users see, {@code p0/17}. */
    @Override
    public String toString() {
        return "p" + (serial >>> COUNT_BITS) + "/" + count();
    }
}
