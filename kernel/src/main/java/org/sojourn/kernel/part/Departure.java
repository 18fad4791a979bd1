package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * An order to move.
 *
 * @param to where to
 * @param answerTo who is told what has come of it, or null
 */
public record Departure(Member to, @Nullable ReplyAddress answerTo) {
    /**
     * The part stays where it is.
     *
     * @param kernel the kernel there
     * @param reason a sentence
     */
    public void refused(Kernel kernel, String reason) {
        if (answerTo != null) {
            kernel.requests().answer(answerTo, new Outcome.Failure(new IllegalStateException(reason)));
        }
    }

    /**
     * The part lives at the place that was ordered.
     *
     * @param kernel the kernel there
     */
    public void done(Kernel kernel) {
        if (answerTo != null) {
            kernel.requests().answer(answerTo, new Outcome.Value(kernel.self().place()));
        }
    }
}
