package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * Why a part has exited.
 *
 * @param cause the sort of end
 * @param detail a sentence for people
 * @param failure what was thrown, if it failed and the failure could travel
 */
public record Exit(Cause cause, String detail, @Nullable Throwable failure) {
    /** The sorts of end. */
    public enum Cause {
        /** It called {@code exit()}. */
        NORMAL,
        /** Its constructor or a handler threw. */
        FAILED,
        /** Somebody else ended it. */
        STOPPED,
        /** Its place is lost. */
        PLACE_LOST,
        /** It never existed, or exited before anybody watched. */
        UNKNOWN;

        private static final Cause[] ALL = values();

        static Cause of(int code) {
            return ALL[Math.floorMod(code, ALL.length)];
        }
    }

    static final Exit NORMAL = new Exit(Cause.NORMAL, "exited", null);
    static final Exit STOPPED = new Exit(Cause.STOPPED, "ended from outside", null);
    static final Exit UNKNOWN = new Exit(Cause.UNKNOWN, "had exited before, or never existed", null);

    /** The place where it lived is lost. */
    static Exit lost(Member place) {
        return new Exit(Cause.PLACE_LOST, "its place " + place + " is lost", null);
    }
}
