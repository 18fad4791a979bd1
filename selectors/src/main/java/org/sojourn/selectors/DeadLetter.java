package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;

/**
 * A message that could not be delivered, as {@link SelectorSystem#deadLetters(Handle) subscribers} get it.
 *
 * @param place where that was found out
 * @param receiver the receiver, in words
 * @param messageType the class of the message, or of the late answer, in words
 * @param message the message itself; null for a late answer, for what could not be decoded, and where the message can't travel to the
 *     subscriber
 * @param cause why it could not be delivered
 * @param missed how many dead letters of that place no subscriber got since the one before, because too many
 *     were waiting already
 */
public record DeadLetter(
        Place place,
        String receiver,
        String messageType,
        @Nullable Object message,
        Cause cause,
        long missed) {
    /** Checks that all is there that must be. */
    public DeadLetter {
        Given.value(place, "place");
        Given.value(receiver, "receiver");
        Given.value(messageType, "messageType");
        Given.value(cause, "cause");
    }

    /** Why a message could not be delivered. */
    public enum Cause {
        /** The receiver had exited before it processed the message. */
        EXITED,
        /** No such receiver was ever created where the message went. */
        UNKNOWN,
        /** The place of the receiver is lost. */
        PLACE_LOST,
        /** A place that has sent it on, since its receiver or sender has moved, is lost. */
        WAY_LOST,
        /** No mailbox of the receiver accepts the message. A mistake of the program: without a subscriber at the time, the run fails. */
        NO_MAILBOX,
        /** It answers a request that has timed out, was answered, or whose asker has exited or was restarted. */
        LATE_REPLY,
        /** The receiver has moved on from place to place before it could be reached. */
        FAR,
        /**
         * Code of the program, such as a constructor or {@code hashCode}, has failed while the message was rebuilt that had come from
         * another place. The type is the class whose code it was.
         */
        UNDECODABLE,
        /** The program is ending. */
        STOPPED
    }

    DeadLetter withMissed(long count) {
        return new DeadLetter(place, receiver, messageType, message, cause, count);
    }

    DeadLetter withoutMessage() {
        return new DeadLetter(place, receiver, messageType, null, cause, missed);
    }
}
