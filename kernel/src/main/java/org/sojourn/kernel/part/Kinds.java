package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;

/**
 * What a guest that has kinds of parts says of them: who runs them, and how they are created at another place. A guest is
 * known by its number at all places.
 */
public interface Kinds {
    /**
     * Chooses who runs the parts of a kind.
     *
     * @param asked what {@link Birth#asked} of a creation has returned
     * @param policies those of this place
     * @return one of them
     */
    Policy policy(Kind kind, String asked, Policies policies);

    /** How the handlers of a kind have turned out to keep the workers from others. */
    enum Hindrance {
        /** They wait for what no message brings. */
        BLOCKS,
        /** They are for long in native code, the program's own or for a file, which keeps whatever thread runs it. */
        PINS,
        /** They compute for so long that other kinds wait for a worker. */
        HOGS
    }

    /** {@return whether somebody has chosen who runs the parts of a kind: what is measured doesn't change it then} */
    boolean isChosen(Kind kind, String asked);

    /**
     * Chooses anew who runs the parts of a kind for which nobody has chosen. From now on {@link #policy} gives the same answer.
     *
     * @param how what its handlers have turned out to do
     * @param alive how many parts of it live here
     * @param policies those of this place
     * @return one of them, or null if there is none that does better
     */
    @Nullable
    Policy correct(Kind kind, Hindrance how, long alive, Policies policies);

    /**
     * Makes a birth of a description that has travelled.
     *
     * @param asked what the birth is to ask of {@link #policy}
     * @throws IllegalArgumentException if it describes none
     */
    Birth birth(Object description, String asked);
}
