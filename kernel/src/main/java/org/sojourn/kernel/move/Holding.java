package org.sojourn.kernel.move;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/** Mail for one name that a place holds back, and questions among it, in order. Guarded by the name's descriptor. */
final class Holding {
    /** Something that waits. */
    sealed interface Held permits Sent, Asker {}

    /** A parcel that waits. */
    record Sent(Parcel parcel) implements Held {}

    /** Somebody who wants to know where the part is, and that all that went before has arrived there. */
    non-sealed interface Asker extends Held {
        /** The part was found, or won't be. Called once, without locks. */
        void told(Finding finding);

        /** How many places have sent the question on. */
        default int hops() {
            return 0;
        }
    }

    /** Nobody wants to know; the question is asked for the sake of the route. */
    static final Asker NOBODY = finding -> {};

    /** Who asked first; the others wait in line. */
    final Asker asker;

    /** Who was asked; null while the mail waits for something else. */
    @Nullable
    Member asked;

    /** Which place's roll call it waits for; null if it waits for an answer, or for an acknowledgement. */
    @Nullable
    Member lost;

    final Deque<Held> line = new ArrayDeque<>();

    /** Who sends no more; null while what is held is within its bound. */
    @Nullable
    Withholding backlog;

    private Holding(Asker asker, @Nullable Member asked, @Nullable Member lost) {
        this.asker = asker;
        this.asked = asked;
        this.lost = lost;
    }

    /** What it waits for, for people. */
    String reason() {
        if (asked != null) {
            return "until " + asked + " says where it is";
        }
        return lost != null
                ? "until it is known which selectors were lost with " + lost
                : "until it has come to its new place";
    }

    /** Until somebody has answered. */
    static Holding answer(Asker asker, Member asked) {
        return new Holding(asker, asked, null);
    }

    /** Until a roll call is over. */
    static Holding roll(Asker asker, Member lost) {
        return new Holding(asker, null, lost);
    }

    /** Until the part that leaves has come through. */
    static Holding acknowledgement() {
        return new Holding(NOBODY, null, null);
    }
}
