package org.sojourn.kernel.place;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.balance.Drained;
import org.sojourn.kernel.move.Sojourner;

/**
 * What has come of the wish that a place leaves the run.
 *
 * @param isFree whether it may go: nothing is lost with it
 * @param drained what has left it, and what stays, which keeps it from leaving
 */
public record Leave(boolean isFree, Drained drained) {
    /** {@return why it stays, a sentence; empty if it may go} */
    public String refusal() {
        if (isFree) {
            return "";
        }
        String alive = drained.alive().entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        return "there still live " + alive + "; " + String.join("; ", drained.reasons())
                + "; ask again when they have left or ended";
    }

    /**
     * Has a place leave: drains it, and says farewell if nothing stays that anybody could reach.
     *
     * @param kernel the place
     * @param balancing what drains it
     * @return what has come of it, when the place may go or it is clear that it can't
     * @throws IllegalStateException if there is no other place to go to; a sentence
     */
    public static CompletableFuture<Leave> of(Kernel kernel, Balancing balancing) {
        return balancing.drain().thenCompose(drained -> {
            boolean isEmpty =
                    kernel.migration().residents().names().residents().stream().allMatch(Sojourner::isOfRuntime);
            return isEmpty
                    ? kernel.farewell().leave().thenApply(gone -> new Leave(true, drained))
                    : CompletableFuture.completedFuture(new Leave(false, drained));
        });
    }
}
