package org.sojourn.kernel.member;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.ProgramCode;

/**
 * A value of another place that is just being decoded here. That runs code of the program, which may take for ever, on the links'
 * thread, for which all other packets wait then. So others can see it: {@link Switchboard#openings}.
 *
 * <p>Nobody reads a clock when it begins; how long it has lasted is counted from when somebody has looked first.
 */
public final class Opening {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_MILLIS = 10_000;

    private final Member at;
    private final Member from;
    private final Thread thread = Thread.currentThread();

    /** By the clock of who looked first, which isn't 0; 0 if nobody has. Plain races do no harm: both look at the same time. */
    private volatile long seen;

    Opening(Member at, Member from) {
        this.at = at;
        this.from = from;
    }

    /**
     * Notes that somebody looks.
     *
     * @param now by the place's clock
     * @return for how long it has lasted, at least, in ns; 0 if nobody had looked before
     */
    public long lasts(long now) {
        long since = seen;
        if (since == 0) {
            seen = now == 0 ? 1 : now;
            return 0;
        }
        return now - since;
    }

    /**
     * Looks what is running there now.
     *
     * @return the code of the program that the decoding has called; null if it has called none
     */
    public @Nullable StackTraceElement code() {
        return ProgramCode.calledByCodec(thread.getStackTrace());
    }

    /**
     * Describes it for people.
     *
     * @param nanos for how long it has lasted
     * @param code what {@link #code} has returned
     * @return as {@code p1 has been decoding com.acme.Key from p0 for 12 s: Key.hashCode (Key.java:7)}
     */
    public String describe(long nanos, @Nullable StackTraceElement code) {
        long millis = nanos / NANOS_PER_MILLI;
        String time = millis < MOST_MILLIS ? millis + " ms" : millis / 1000 + " s";
        return at + " has been decoding " + (code == null ? "a value" : code.getClassName()) + " from " + from + " for "
                + time + ": " + (code == null ? "the serialiser is at work" : ProgramCode.line(code))
                + "; what else comes to " + at + " waits for it";
    }
}
