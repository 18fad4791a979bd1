package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * An order to move.
 *
 * @param to where to
 * @param answerTo who is told what has come of it, or null
 * @param onlooker whose offer it is, or null for the order of a program: an offer gives way to orders
 */
public record Departure(
        Member to,
        @Nullable ReplyAddress answerTo,
        @Nullable Onlooker onlooker) {
    private static final System.Logger LOG = System.getLogger(Departure.class.getName());

    /** Learns, at the place that the part leaves, what comes of an offer. Called by any thread; short. */
    public interface Onlooker {
        /** The part has left. */
        default void left() {}

        /**
         * The part stays, or is back because the other place couldn't run it.
         *
         * @param reason a sentence
         */
        void stays(String reason);
    }

    /**
     * Makes the order of a program.
     *
     * @param to where to
     * @param answerTo who is told what has come of it, or null
     */
    public Departure(Member to, @Nullable ReplyAddress answerTo) {
        this(to, answerTo, null);
    }

    /**
     * Returns whether the part itself wants to go.
     *
     * @return false if another waits for the outcome
     */
    public boolean isOwn() {
        return answerTo == null && onlooker == null;
    }

    /** Whether it is nobody's order, but a balancer's idea. */
    boolean isOffer() {
        return onlooker != null;
    }

    /**
     * The part stays where it is. If nobody is told, since it has ordered its move itself, that is logged: once for each kind and
     * reason, and again whenever there have been twice as many.
     *
     * @param kernel the kernel there
     * @param reason a sentence
     */
    public void refused(Kernel kernel, String reason) {
        if (answerTo != null) {
            kernel.requests().answer(answerTo, new Outcome.Failure(new IllegalStateException(reason)));
        }
        if (onlooker != null) {
            onlooker.stays(reason);
        }
        if (isOwn()) {
            String line = kernel.refusedMoves().add(reason);
            if (line != null) {
                LOG.log(WARNING, line);
            }
        }
    }

    /** The part has left. */
    public void left() {
        if (onlooker != null) {
            onlooker.left();
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
