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

        /** {@return the cause of a number that was told by another place} */
        public static Cause of(int code) {
            return ALL[Math.floorMod(code, ALL.length)];
        }
    }

    /** Of its own will. */
    public static final Exit NORMAL = new Exit(Cause.NORMAL, "exited", null);
    /** By a command, or with its scope. */
    public static final Exit STOPPED = new Exit(Cause.STOPPED, "ended from outside", null);
    /** Nobody knows when. */
    public static final Exit UNKNOWN = new Exit(Cause.UNKNOWN, "had exited before, or never existed", null);

    /** The place where it lived is lost. */
    public static Exit lost(Member place) {
        return new Exit(Cause.PLACE_LOST, "its place " + place + " is lost", null);
    }
}
