package org.sojourn.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.quiesce.Termination.Detector;
import org.sojourn.kernel.site.Site;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Tap;

/**
 * The published termination check of the HJDS runtime. A place is idle when it has no active selector, no mail for
 * one that is still to be created, and no unconfirmed creation. Stage 1: every place has reported that it is idle.
 * Stage 2: every place is asked again; back to stage 1 if one isn't. Stage 3: shut down. Nothing is counted: it is
 * wrong, and kept to show that.
 *
 * <p>The shipped waves don't ask whether a place is idle in this sense. So it is looked at whenever a place answers one.
 */
final class ThreeStage implements Detector {
    private final Map<Integer, Boolean> idle = new HashMap<>();
    private boolean isSecondStage;

    /** Looks at each place of a cluster when it answers; the init place isn't asked, and has no part in the scene. */
    void watch(Cluster cluster) {
        cluster.packets().tap((step, kind, from, to) -> {
            if (step == Tap.Step.SENDING && kind == PacketKind.WAVE_ANSWER) {
                idle.put(from, isIdle(cluster.kernel(from)));
            }
        });
    }

    private static boolean isIdle(Kernel kernel) {
        return kernel.parts().census().alive().isEmpty()
                && kernel.parts().withheld().isEmpty()
                && kernel.creations().unconfirmed() == 0;
    }

    @Override
    public Decision complete(List<Site.Sample> wave) {
        if (idle.containsValue(false)) {
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
