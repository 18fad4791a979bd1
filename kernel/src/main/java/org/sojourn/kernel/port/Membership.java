package org.sojourn.kernel.port;

import java.util.Collections;
import java.util.List;

/**
 * Decides which places are in. All survivors see the same views in the same order, and an incarnation that was declared
 * out is never let in again.
 */
public interface Membership {
    /**
     * The members that are in, as all of them agree.
     *
     * @param number grows by at least one from view to view
     * @param members in ascending order of place number
     */
    record View(long number, List<Member> members) {
        /** Copies and sorts the members. */
        public View {
            members = members.stream().sorted().toList();
        }

        /** {@return whether this very incarnation is in} */
        public boolean contains(Member member) {
            return Collections.binarySearch(members, member) >= 0;
        }
    }

    /** Told of each view, in order, never by two threads at once. */
    interface Listener {
        /** A new view is in force. A member of the last view that isn't in this one is out for good. */
        void view(View view);

        /**
         * This place itself was declared out, or is on the losing side of a partition: it must end.
         *
         * @param cause a sentence for the log
         */
        void expelled(String cause);
    }

    /** Starts to take part. Returns at once; the listener is told of views until {@link #stop}. */
    void start(Listener listener);

    /** Leaves in order and stops: the others see a view without this member. Idempotent. */
    void stop();
}
