package org.sojourn.launch;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

    /** Held while it is decided whether a place may come, and as which. */
    private final Object deciding = new Object();

    /** Guarded by {@link #coming}. */
    private int restarts;

    /** Those whose processes somebody else has begun. Guarded by {@link #deciding}. */
    private final Set<Member> arrived = new HashSet<>();

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
            try {
                return Map.of(comes(place), new Notice.Answered(0, "", new byte[0]));
            } catch (IllegalStateException | IllegalArgumentException | IOException | CompletionException e) {
                return refused(Cause.sentence(e));
            }
        }
    }

    /** Waits until it runs. */
    private Member comes(int place) throws IOException {
        CompletableFuture<Member> comer;
        synchronized (deciding) {
            checkRoom();
            comer = places.add(plans.apply(places.next(place)));
        }
        return comer.join();
    }

    /**
     * Has a place join that others begin, which may take as long as it takes: nobody waits for it.
     *
     * @param place its number; below 0 for a new one
     * @param plan what it is to be
     * @param by begins its process
     * @return done when it runs
     * @throws IOException if it can't be begun
     * @throws IllegalStateException if it can't join; a sentence
     */
    CompletableFuture<Member> arrives(int place, Function<Member, Starter.Plan> plan, Starter by) throws IOException {
        synchronized (deciding) {
            checkRoom();
            Starter.Plan planned = plan.apply(places.next(place));
            CompletableFuture<Member> comer = places.add(planned, by);
            arrived.add(planned.member());
            return comer;
        }
    }

    private void checkRoom() {
        int count = places.places().size();
        if (count >= most) {
            throw new IllegalStateException("the run has " + count + " places, and " + most
                    + (most == Bound.LAUNCHED_PLACES.value() ? " is the bound" : " is what --max-places allows"));
        }
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
                if (hasArrived(lost)) {
                    System.err.println(
                            "sojourn: " + lost + ", which had joined from elsewhere, is begun again where the"
                                    + " run begins its own places");
                }
                comes(lost.place());
            } catch (IllegalStateException | IOException | CompletionException e) {
                System.err.println("sojourn: " + lost + " wasn't begun again: " + Cause.sentence(e));
            }
        }
    }

    private boolean hasArrived(Member lost) {
        synchronized (deciding) {
            return arrived.contains(lost);
        }
    }
}
