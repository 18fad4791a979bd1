package org.sojourn.kernel.member;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.ProgramCode;

/**
 * A value of another place that is being decoded here, as somebody has seen it. That runs code of the program on the links' thread. If the code
 * takes for ever, all other packets wait; so others can see it, by {@link Switchboard#openings}.
 *
 * <p>Nobody reads a clock when it begins; its time is counted from the first look.
 */
public final class Opening {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_MILLIS = 10_000;

    private final Member at;
    private final Member from;
    private final Thread thread;

    /** Of the peer's decodings. */
    final int number;

    /** The time of the first look; 0 before. Races do no harm: two observers look at the same time then. */
    private volatile long seen;

    Opening(Member at, Member from, Thread thread, int number) {
        this.at = at;
        this.from = from;
        this.thread = thread;
        this.number = number;
    }

    /**
     * Notes a look.
     *
     * @param now by the place's clock
     * @return how long it has lasted at least, in ns; 0 at the first look
     */
    public long lasts(long now) {
        long since = seen;
        if (since == 0) {
            seen = now == 0 ? 1 : now;
            return 0;
        }
        return now - since;
    }

    /** {@return the frame of the program that decoding has called; null if there is none} */
    public @Nullable StackTraceElement code() {
        return ProgramCode.calledByCodec(thread.getStackTrace());
    }

    /**
     * {@return a sentence: {@code p1 has been decoding com.acme.Key from p0 for 12 s: Key.hashCode (Key.java:7)}}
     *
     * @param nanos for how long it has lasted
     * @param code what {@link #code} has returned
     */
    public String describe(long nanos, @Nullable StackTraceElement code) {
        long millis = nanos / NANOS_PER_MILLI;
        String time = millis < MOST_MILLIS ? millis + " ms" : millis / 1000 + " s";
        return at + " has been decoding " + (code == null ? "a value" : code.getClassName()) + " from " + from + " for "
                + time + ": " + (code == null ? "the serialiser is at work" : ProgramCode.line(code))
                + "; everything else that comes to " + at + " waits for it";
    }
}
