package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Clock;

/** A request that waits for its answer. Exactly one of its callbacks is called, once. */
public abstract class Pending {
    final @Nullable Cell asker;
    final Target receiver;
    final String question;

    /** The life of the asker's in which it asks. */
    final int life;

    Clock.@Nullable Alarm alarm;

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
        this.life = asker == null ? Rest.FIRST_LIFE : asker.life();
    }

    /**
     * The answer is here.
     *
     * @param value the answer
     */
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
     * @param cause why
     * @param detail a sentence
     */
    protected abstract void unanswered(Outcome.None.Cause cause, String detail);
}
