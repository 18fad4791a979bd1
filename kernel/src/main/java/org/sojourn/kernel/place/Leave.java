package org.sojourn.kernel.place;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.balance.Drained;
import org.sojourn.kernel.port.Bound;

/**
 * What has come of the wish that a place leaves the run.
 *
 * @param drained what has left it
 * @param keeps what keeps it, a few of all; empty if it may go: nothing is lost with it
 */
public record Leave(Drained drained, List<String> keeps) {
    /**
     * Has a place leave: says farewell when it is drained, if nothing stays that anybody could reach.
     *
     * @param kernel the place
     * @param draining what has left it, and what stays, when nothing leaves any more
     * @return what has come of it, when the place may go or it is clear that it can't
     */
    public static CompletableFuture<Leave> of(Kernel kernel, CompletableFuture<Drained> draining) {
        return draining.thenCompose(drained -> {
            List<String> keeps = kernel.migration().residents().names().residents().stream()
                    .filter(each -> !each.isOfRuntime())
                    .limit(Bound.REPORT_SENTENCES.value())
                    .map(Object::toString)
                    .toList();
            Leave leave = new Leave(drained, keeps);
            return keeps.isEmpty()
                    ? kernel.farewell().leave().thenApply(gone -> leave)
                    : CompletableFuture.completedFuture(leave);
        });
    }

    /** {@return whether the place may go} */
    public boolean isFree() {
        return keeps.isEmpty();
    }

    /** {@return why it stays, a sentence; empty if it may go} */
    public String refusal() {
        if (isFree()) {
            return "";
        }
        List<String> all = new ArrayList<>();
        all.add("there still live " + String.join(", ", keeps));
        all.addAll(drained.reasons());
        return String.join("; ", all) + "; ask again when they have left or ended";
    }
}
