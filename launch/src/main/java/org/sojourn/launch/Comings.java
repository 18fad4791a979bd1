package org.sojourn.launch;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Member;

/** Places that join a run, leave it, or are begun again after they were lost. */
final class Comings {
    private final Launcher places;
    private final Member init;
    private final Function<Member, Starter.Plan> plans;
    private final int most;

    /** Held while a place comes: one after the other, so that all know of one before they hear of the next. */
    private final Object coming = new Object();

    /** Guarded by {@link #coming}. */
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
        synchronized (coming) {
            int count = places.places().size();
            if (count >= most) {
                return refused("the run has " + count + " places, and " + most
                        + (most == Bound.MAX_PLACES.value() ? " is the bound" : " is what --max-places allows"));
            }
            try {
                return Map.of(comes(place), new Notice.Answered(0, "", new byte[0]));
            } catch (IllegalStateException | IllegalArgumentException | IOException | CompletionException e) {
                return refused(Cause.sentence(e));
            }
        }
    }

    /** Waits until it runs. */
    private Member comes(int place) throws IOException {
        return places.add(plans.apply(places.next(place))).join();
    }

    /**
     * Has a place leave, and waits until it has.
     *
     * @param place its number
     * @return nothing, or the init place with a refusal
     */
    Map<Member, Notice.Answered> leave(int place) {
        String refusal = places.leave(place);
        return refusal.isEmpty() ? Map.of() : refused("p" + place + " doesn't leave: " + refusal);
    }

    private Map<Member, Notice.Answered> refused(String why) {
        return Map.of(init, new Notice.Answered(0, why, new byte[0]));
    }

    /** A place was lost: one of the same name begins, as often as was allowed. Doesn't wait for it. */
    void lost(Member lost) {
        Thread thread = new Thread(() -> again(lost), "sojourn-restart");
        thread.setDaemon(true);
        thread.start();
    }

    private void again(Member lost) {
        synchronized (coming) {
            if (restarts == 0) {
                return;
            }
            restarts--;
            try {
                comes(lost.place());
            } catch (IllegalStateException | IOException | CompletionException e) {
                System.err.println("sojourn: " + lost + " wasn't begun again: " + Cause.sentence(e));
            }
        }
    }
}
