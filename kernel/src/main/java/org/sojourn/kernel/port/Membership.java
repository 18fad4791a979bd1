package org.sojourn.kernel.port;

/**
 * Decides which places are in. All survivors see the same views in the same order; a member that was declared out is
 * never let in again under the same incarnation.
 */
public interface Membership {
    /** Told of each view, in order, never by two threads at once. */
    interface Listener {
        /**
         * A new view is in force. A member that was in the last view and isn't in this one is out for good.
         *
         * @param view the new view
         */
        void view(View view);

        /**
         * This place itself was declared out, or is on the side of a partition that lost: it must fence itself.
         *
         * @param cause a sentence for the log
         */
        void expelled(String cause);
    }

    /**
     * Starts to take part. Returns at once; the first view comes when there is one.
     *
     * @param listener told of views until {@link #stop}
     */
    void start(Listener listener);

    /** Leaves in order and stops: the others see a view without this member. Idempotent. */
    void stop();
}
