package org.sojourn.kernel.part;

import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;

/** What the room that owns the kinds of parts supplies to the kernel of a place. */
public interface Kinds {
    /** Makes the body of a part. */
    @FunctionalInterface
    interface Birth {
        /**
         * Constructs the body, on a worker of the place where the part lives. The body makes itself known by {@link
         * Cell#adopt}.
         *
         * @return the body
         * @throws Exception the part fails then
         */
        Object make() throws Exception;

        /**
         * Returns what tells births of one origin from others, so that their cost can be measured together.
         *
         * @return equal for equal origins: the class of whatever the program gave, and what it asked for
         */
        default Object origin() {
            return getClass();
        }

        /**
         * Returns what this creation asks of {@link Kinds#policy}.
         *
         * @return of a meaning that {@link Kinds} knows; empty for nothing
         */
        default String asked() {
            return "";
        }

        /**
         * Returns what {@link Kinds#birth} makes an equal birth of at another place.
         *
         * @return a description, or null if there is none that could travel
         */
        default @Nullable Object description() {
            return null;
        }
    }

    /**
     * Chooses who runs the parts of a kind.
     *
     * @param kind the kind
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

    /**
     * Returns whether somebody has chosen who runs the parts of a kind: what is measured doesn't change it then.
     *
     * @param kind the kind
     * @param asked what {@link Birth#asked} of a creation has returned
     * @return false if {@link #policy} answers without having been told by anybody
     */
    boolean isChosen(Kind kind, String asked);

    /**
     * Chooses anew who runs the parts of a kind for which nobody has chosen. From now on {@link #policy} gives the same answer.
     *
     * @param kind the kind
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
     * @param description what {@link Kernel#createAt} was given
     * @param asked what the birth is to ask of {@link #policy}
     * @return the birth
     * @throws IllegalArgumentException if it describes none
     */
    Birth birth(Object description, String asked);

    /**
     * Makes the births of a group's members of a description that has travelled.
     *
     * @param description what {@link Kernel#createGroup} was given
     * @param group the group
     * @return the birth of the member with an index
     */
    IntFunction<Birth> births(Object description, GroupHere group);

    /**
     * Gives a body that has moved its part.
     *
     * @param cell the part here
     * @param packed what {@link Kind#pack} has taken of it
     * @return its kind
     * @throws IllegalArgumentException if it is no body, or what it needs isn't here
     */
    Kind unpack(Cell cell, Object[] packed);

    /**
     * Takes what goes on with the answers that a part waits for. None of them {@linkplain Pending#staysBecause stays}.
     *
     * @param pending made by this room, all of one part
     * @return in its own form; lambdas stand in the array itself
     */
    Object[] pack(List<Pending> pending);

    /**
     * Has a part that has moved wait again.
     *
     * @param cell the part here
     * @param questions what {@link #pack(List)} was given, in this order
     * @param packed what it has returned
     * @return who waits, in this order
     * @throws org.sojourn.kernel.port.MalformedException if it is none of that
     */
    List<? extends Pending> unpack(Cell cell, List<Pending.Question> questions, Object[] packed);

    /**
     * Makes the message that tells a watcher of an exit.
     *
     * @param who who has exited
     * @param exit why
     * @return a message
     */
    Object notice(Target who, Exit exit);

    /**
     * Makes a reference of its wire form.
     *
     * @param kernel the kernel of this place
     * @param wire the wire form
     * @return the reference
     * @throws IllegalArgumentException if the wire form is of no known kind
     */
    Reference reference(Kernel kernel, Reference.Wire wire);
}
