package org.sojourn.kernel.quiesce;

import java.util.List;

/** Decides from waves whether the computation has terminated. One thread at a time. */
public interface Detector {
    /** What a complete wave means. */
    enum Decision {
        /** The computation has terminated, or is stuck for good: nothing runs and nothing is on its way. */
        TERMINATED,
        /** Ask again at once: this wave may be the first of two. */
        CONFIRM,
        /** Ask again later: something runs, or is on its way. */
        LATER
    }

    /**
     * A wave is complete: every member has answered, with samples taken after the wave began.
     *
     * @param wave reports that together cover each member once, the first being the init place's own
     * @return the decision
     */
    Decision complete(List<Report> wave);

    /** The members have changed; what earlier waves said no longer counts. */
    void reset();
}
