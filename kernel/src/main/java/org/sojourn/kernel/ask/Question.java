package org.sojourn.kernel.ask;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Member;

/**
 * The asker's note of a request until that has an outcome. One of its callbacks is called, once: here, or, on the question that is
 * made of this one, where the asker has moved. {@link Requests} has the protocol.
 */
public abstract class Question {
    /** The time left to a request without a time-out. */
    private static final long NEVER = Long.MAX_VALUE;

    final @Nullable Cell asker;
    final Target receiver;
    final String what;

    /** Null until it is asked; the same at every place. */
    @Nullable
    ReplyAddress address;

    /** Whether it came with its asker from another place. */
    boolean isVisitor;

    /** When it times out, by this place's clock; only with an {@link #alarm}. */
    long due;

    Clock.@Nullable Alarm alarm;

    /** The neighbours and the number in {@link Questions}, which alone uses these. */
    @Nullable
    Question earlier;

    @Nullable
    Question later;

    int number;
    boolean isOpen;

    /**
     * Makes a question, to be {@linkplain Requests#open opened}.
     *
     * @param asker the part whose turn runs the callback; null for a thread that is no part
     * @param what the question in a word, for people
     */
    protected Question(@Nullable Cell asker, Target receiver, String what) {
        this.asker = asker;
        this.receiver = receiver;
        this.what = what;
    }

    /**
     * A question on its way with its asker.
     *
     * @param untilDue nanoseconds to the time-out
     */
    public record Moved(ReplyAddress address, Target receiver, String what, long untilDue) {
        boolean timesOut() {
            return untilDue != NEVER;
        }
    }

    /** {@return the question as it is now, for the way} */
    final Moved moved(ReplyAddress known, long now) {
        return new Moved(known, receiver, what, alarm == null ? NEVER : Math.max(0, due - now));
    }

    /**
     * {@return why the continuation is bound to this place, as a clause; null if {@link Requests.Continuations#pack} takes it} In the
     * asker's turns.
     */
    protected @Nullable String staysBecause() {
        return "its continuation is known at its place only";
    }

    /** The answer is here. */
    protected abstract void answered(@Nullable Object value);

    /** There is a failure in place of an answer, or no answer and there will be none. */
    protected abstract void unanswered(Outcome why);

    /** Whether it can't be answered if a place is lost: the receiver's, or the one that answers come by. */
    final boolean needs(Member member) {
        return receiver.location().equals(member)
                || address != null && address.place().equals(member);
    }

    final String describe() {
        return "the answer of " + receiver + " to " + what;
    }
}
