package org.sojourn.launch;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.sojourn.host.local.Launcher;
import org.sojourn.host.local.Notice;
import org.sojourn.host.local.Starter;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** Places that join a run, leave it, or are begun again after they were lost. */
final class Comings {
    private final Launcher places;
    private final Member init;
    private final Function<Member, Starter.Plan> plans;
    private final int most;

    /** Guarded by this. */
    private int restarts;

    /**
     * Nothing has come yet.
     *
     * @param places those of the run
     * @param init the init place
     * @param plans how a place is begun
     * @param most how many places there may be at once
     * @param restarts how many lost places are begun again
     */
    Comings(Launcher places, Member init, Function<Member, Starter.Plan> plans, int most, int restarts) {
        this.places = places;
        this.init = init;
        this.plans = plans;
        this.most = most;
        this.restarts = restarts;
    }

    /**
     * Has one more place join, and waits until it runs.
     *
     * @param place its number; below 0 for a new one
     * @return the place, or the init place with a refusal
     */
    Map<Member, Notice.Answered> join(int place) {
        int count = places.places().size();
        if (count >= most) {
            return refused("the run has " + count + " places, and " + most
                    + (most == Bound.MAX_PLACES.value() ? " is the bound" : " is what --max-places allows"));
        }
        try {
            Member joins = places.next(place);
            return Map.of(places.add(plans.apply(joins)).join(), new Notice.Answered(0, "", new byte[0]));
        } catch (IllegalStateException | IllegalArgumentException | IOException e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (CompletionException e) {
            return refused(
                    e.getCause() == null
                            ? e.toString()
                            : String.valueOf(e.getCause().getMessage()));
        }
    }

    private Map<Member, Notice.Answered> refused(String why) {
        return Map.of(init, new Notice.Answered(0, why, new byte[0]));
    }

    /** A place was lost: one of the same name begins, as often as was allowed. */
    void lost(Member lost) {
        synchronized (this) {
            if (restarts == 0) {
                return;
            }
            restarts--;
        }
        try {
            places.add(plans.apply(places.next(lost.place()))).whenComplete((joined, failure) -> {
                if (failure != null) {
                    System.err.println("sojourn: " + lost + " wasn't begun again: " + failure.getMessage());
                }
            });
        } catch (IllegalStateException | IOException e) {
            System.err.println("sojourn: " + lost + " wasn't begun again: " + e.getMessage());
        }
    }
}
