package org.sojourn.kernel.ask;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Clock;

/**
 * A request that waits for its answer. Exactly one of its callbacks is called, once: here, or, on a pending request that is
 * made of this one, where the asker has moved.
 */
public abstract class Pending {
    /** Of a request without a time-out. */
    public static final long NEVER = Long.MAX_VALUE;

    final @Nullable Cell asker;
    final Target receiver;
    final String question;

    /** By which it is known at every place; null until it is asked. */
    @Nullable
    ReplyAddress address;

    /** When it times out, by this place's clock; without meaning if {@link #alarm} is null. */
    long due;

    Clock.@Nullable Alarm alarm;

    /** Its neighbours among what the asker has asked, and its number there. Of {@link Questions}. */
    @Nullable
    Pending earlier;

    @Nullable
    Pending later;

    int number;
    boolean isOpen;

    /**
     * Makes a request.
     *
     * @param asker who asks: its turn runs the callback; null for a thread that is no part
     * @param receiver who is asked
     * @param question what is asked, in a word, for people
     */
    protected Pending(@Nullable Cell asker, Target receiver, String question) {
        this.asker = asker;
        this.receiver = receiver;
        this.question = question;
    }

    /**
     * A question that has moved with its asker.
     *
     * @param address by which its answer is known
     * @param receiver who was asked
     * @param question what is asked, in a word, for people
     * @param untilDue nanoseconds to its time-out, or {@link #NEVER}
     */
    public record Question(ReplyAddress address, Target receiver, String question, long untilDue) {}

    /** As it is now. */
    final Question moved(ReplyAddress known, long now) {
        return new Question(known, receiver, question, alarm == null ? NEVER : Math.max(0, due - now));
    }

    /**
     * {@return why what goes on with the answer is bound to this place: a clause; null if {@link Requests.Continuations#pack} takes
     * it} In the asker's turns.
     */
    protected @Nullable String staysBecause() {
        return "what goes on with it is known at its place only";
    }

    /** The answer is here. */
    protected abstract void answered(@Nullable Object value);

    /**
     * The receiver answered with a failure.
     *
     * @param failure what it gave
     */
    protected abstract void failed(Throwable failure);

    /**
     * There is no answer and there will be none.
     *
     * @param why the cause, and a sentence
     */
    protected abstract void unanswered(Outcome.None why);

    /** For people. */
    final String describe() {
        return "the answer of " + receiver + " to " + question;
    }
}
