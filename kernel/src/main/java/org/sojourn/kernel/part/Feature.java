package org.sojourn.kernel.part;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;

/**
 * What a part may have besides its name, its inbox, its turn and its life: timers, watchers, open requests, supervision. Most parts
 * have none. Each feature keeps its own state in one object of a class of its own, which the part finds by that class; and it says
 * here what becomes of that state when something happens to the part. So the part lists no features, and to know all of a feature
 * you read one package.
 *
 * <p>All of it runs in the part's turns. The state of a feature may be read by other threads only where the feature says how.
 */
public abstract class Feature {
    /** The next one of the same part. */
    @Nullable
    Feature next;

    /** For subclasses. */
    protected Feature() {}

    /** {@return whether it wants to be told of what the part processes, and when it has nothing more to do} */
    protected boolean isAttentive() {
        return false;
    }

    /** The part has processed a message or an answer; not called before some feature is {@linkplain #isAttentive attentive}. */
    protected void processed(Cell part) {}

    /** The part has nothing to do for now; not called before some feature is {@linkplain #isAttentive attentive}. */
    protected void settled(Cell part) {}

    /** The part is about to get another body, and is in its next life. */
    protected void restarted(Cell part) {}

    /** The part has left this place: what it had is packed, and is kept up here no more. */
    protected void left(Cell part) {}

    /** The part has exited: its inbox is closed. */
    protected void ended(Cell part, Exit why) {}

    /** {@return what is done about the failure by which the part is ending; null if this feature does nothing about it} */
    protected @Nullable Remedy remedy(Cell part) {
        return null;
    }

    /**
     * What is done about a failure.
     *
     * @param birth makes another body; null to go on with the present one
     */
    public record Remedy(@Nullable Birth birth) {}

    /** {@return whether somebody is told of the part's failure who can do something about it} */
    protected boolean handlesFailure() {
        return false;
    }

    /** {@return whether the part waits for something that is bound to this place, so that it can't leave before that is over} */
    protected boolean isBound() {
        return false;
    }

    /** {@return for what, as people read it after "it waits for"; only if {@linkplain #isBound bound}} */
    protected String binding() {
        return toString();
    }

    /** {@return whether it may come to be bound, or not to be, by what the part waits for} */
    protected boolean isOpen() {
        return false;
    }

    /** The part is ordered to move, and the message in which that happened is over. */
    protected void ordered() {}

    /** {@return whether the part still waits for something that is bound to this place, as it did when it was ordered to move} */
    protected boolean isHeldUp() {
        return false;
    }

    /** What the part waits for may be over, or bound to this place no more. */
    protected void freed(Cell part) {}

    /** {@return a message of this feature's own that has come with the part and waits in its mailbox; null if it isn't of this feature} */
    protected @Nullable Mail waits(int number) {
        return null;
    }

    /**
     * Packs what moves with the part.
     *
     * @throws org.sojourn.kernel.port.UnencodableException if something can't travel
     * @return what moves, as of now; null if nothing does
     */
    protected @Nullable Packed pack(Cell part) {
        return null;
    }

    /** Adds on which ways, and behind which fences, what the part has sent by this feature may be on its way. */
    protected void sent(Collection<Descriptor<Sojourner>> ways, Collection<Fence> fences) {}

    /** What moves of a feature; the part that leaves keeps it until it has left. */
    public interface Packed {
        /** {@return the number by which the other place finds who {@linkplain Reader reads} it} */
        int tag();

        /**
         * Appends it.
         *
         * @param numbers takes what is no object
         * @param objects takes the program's objects, which travel as one value
         * @throws org.sojourn.kernel.port.UnencodableException if something can't travel
         */
        void write(PacketWriter numbers, List<Object> objects);

        /** {@return what one of the objects that {@link #write} adds is, for people; empty if there is no word for it} */
        default String holder(int object) {
            return "";
        }

        /** Gives it to a part here that doesn't run yet; before its mail is filed. */
        void unpack(Cell part);
    }

    /** Reads what {@link Packed#write} has written, at another place. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Reads it.
         *
         * @throws org.sojourn.kernel.port.MalformedException if it is none
         * @throws IllegalArgumentException if something that it needs isn't here
         */
        Packed read(PacketReader numbers, Supplier<Object> objects);
    }

    /** Goes with a message that a feature has put into a mailbox, in place of a reply address: the feature's note of that message. */
    public interface Own {
        /** {@return the number by which the feature knows the message again after a move; below zero if it doesn't} */
        int number();

        /** The message is processed now, or never will be. */
        void taken();
    }
}
