package org.sojourn.host.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * A run as it is seen from outside.
 *
 * @param pids the process of each place whose process hasn't ended
 * @param told what those places have said of themselves that were asked and have answered
 * @param drained what became of a place that was to be drained; null if that wasn't asked, or the place hasn't answered
 * @param answers what guests have answered at those places that were asked and have answered
 * @param stage what the run as a whole waits for, a clause; empty if it just goes on
 */
public record RunState(
        Map<Member, Long> pids,
        Map<Member, Notice.Told> told,
        Notice.@Nullable Drained drained,
        Map<Member, Notice.Answered> answers,
        String stage) {
    /**
     * A run of which nobody was to do anything.
     *
     * @param pids the process of each place whose process hasn't ended
     * @param told what those places have said of themselves
     */
    public RunState(Map<Member, Long> pids, Map<Member, Notice.Told> told) {
        this(pids, told, null, Map.of(), "");
    }
}
