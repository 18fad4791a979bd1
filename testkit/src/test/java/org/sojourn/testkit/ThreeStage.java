package org.sojourn.testkit;

import java.util.List;
import org.sojourn.kernel.quiesce.Detector;
import org.sojourn.kernel.quiesce.Report;

/**
 * The published termination check of the HJDS runtime. A place is idle when it has no active selector, no mail for
 * one that is still to be created, and no unconfirmed creation. Stage 1: every place has reported that it is idle.
 * Stage 2: every place is asked again; back to stage 1 if one isn't. Stage 3: shut down. Nothing is counted: it is
 * wrong, and kept to show that.
 */
final class ThreeStage implements Detector {
    private boolean isSecondStage;

    @Override
    public Decision complete(List<Report> wave) {
        if (!wave.stream().allMatch(Report::idle)) {
            isSecondStage = false;
            return Decision.LATER;
        }
        if (isSecondStage) {
            return Decision.TERMINATED;
        }
        isSecondStage = true;
        return Decision.CONFIRM;
    }

    @Override
    public void reset() {
        isSecondStage = false;
    }
}
