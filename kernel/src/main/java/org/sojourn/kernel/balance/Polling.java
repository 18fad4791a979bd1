package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/**
 * The policy {@code poll}: a place without work asks others for some.
 *
 * <p><b>Purpose.</b> A place with nothing to do has the time to look for work; a busy one loses none.
 * (Receiver-initiated random polling: V. Kumar, A. Grama and V. Rao, <i>Scalable Load Balancing Techniques for Parallel
 * Computers</i>, 1991, as W. Kim and G. Agha use it in <i>Efficient Support of Location Transparency in Concurrent
 * Object-Oriented Programming Languages</i>, 1995.)
 *
 * <p><b>States of an asker.</b>
 *
 * <pre>
 *   working --no worker has anything--&gt; asking --none given--&gt; pausing --after a while, longer each time--&gt; asking
 *      ^                                  |                        |
 *      |                                  | some given             +--after {@link Bound#VAIN_POLLS} in vain--&gt; silent
 *      +------------ something runs ------+------ a gift for a standing request -----------------------------+
 * </pre>
 *
 * <p><b>Silence.</b> After so many polls in vain a place leaves a standing request with some others and asks no more. A
 * place that holds such a request looks now and then whether it has something to spare. So an idle cluster exchanges
 * nothing, and later work spreads all the same. Standing requests go to the places at distances of powers of two: they
 * are few, and all places are connected. (Lifelines: V. Saraswat, P. Kambadur, S. Kodali, D. Grove and S.
 * Krishnamoorthy, <i>Lifeline-based Global Load Balancing</i>, 2011.)
 *
 * <p><b>What is given.</b> Half of what waits, the oldest first, but nothing that takes less time than its move. So two
 * parts that send to and fro, one of which always waits for a moment, stay together, and so does work too fine to be
 * worth a packet. So that something waits, a turn with long messages that goes on from one look to the next queues what it sends.
 *
 * <p><b>Joins.</b> A silent place leaves its requests anew, by the circle with the new place; an idle one that has found nobody to ask asks.
 *
 * <p><b>Losses.</b> A lost place counts as having given nothing; standing requests are left with others then. Parts on
 * their way are the business of the protocol that moves them.
 */
final class Polling implements Balancer {
    private static final long FIRST_PAUSE = Bound.FIRST_POLL_PAUSE_NANOS.value();
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MILLIS.value());
    private static final long LAST_LOOK = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MOST_MILLIS.value());
    private static final int POLLS = Bound.VAIN_POLLS.intValue();
    private static final int GIFT = Bound.GIFT_SELECTORS.intValue();

    private enum State {
        WORKING,
        ASKING,
        PAUSING,
        SILENT
    }

    private final Balancing place;

    /** Guarded by this, as all that follows. */
    private State state = State.WORKING;

    private @Nullable Member asked;
    private int vain;

    /** The places that hold a standing request of this one. */
    private Set<Member> helpers = Set.of();

    /** The places whose standing requests this one holds. */
    private final Set<Member> waiting = new LinkedHashSet<>();

    private boolean isLooking;
    private long look = LOOK;

    /** Whether there was something to spare at the last look. */
    private boolean hadSpare;

    Polling(Balancing place) {
        this.place = place;
        place.watchIdleness();
    }

    // ---- without work -----------------------------------------------------------------------------------------------

    @Override
    public synchronized void starved() {
        if (state == State.WORKING && place.isIdle()) {
            vain = 0;
            ask();
        }
    }

    private void ask() {
        List<Member> others = place.others();
        if (others.isEmpty()) {
            state = State.WORKING;
            return;
        }
        Member member = others.get(place.chance(others.size()));
        asked = member;
        state = State.ASKING;
        if (!place.ask(member, false)) {
            inVain();
        }
    }

    private void inVain() {
        asked = null;
        vain++;
        if (vain < POLLS) {
            pause(FIRST_PAUSE << (vain - 1));
        } else {
            state = State.SILENT;
            leaveRequests();
        }
    }

    private void pause(long nanos) {
        state = State.PAUSING;
        place.later(nanos, this::resume);
    }

    private synchronized void resume() {
        if (state != State.PAUSING) {
            return;
        }
        if (place.isIdle()) {
            ask();
        } else {
            state = State.WORKING;
        }
    }

    private void leaveRequests() {
        List<Member> all = new ArrayList<>(place.others());
        Set<Member> chosen = new LinkedHashSet<>();
        int own = (int)
                all.stream().filter(each -> each.compareTo(place.here()) < 0).count();
        for (int distance = 1; distance <= all.size(); distance *= 2) {
            // The other places in a circle, this one between two of them.
            chosen.add(all.get((own + distance - 1) % all.size()));
        }
        helpers = chosen;
        chosen.forEach(each -> place.ask(each, true));
    }

    @Override
    public synchronized void told(Member by, int waitingThere, int given) {
        boolean isAnswer = state == State.ASKING && by.equals(asked);
        if (given > 0 && (isAnswer || state == State.SILENT)) {
            asked = null;
            vain = 0;
            pause(FIRST_PAUSE); // they are on their way
        } else if (isAnswer) {
            inVain();
        }
    }

    /** One that has found nothing may find it there, and wouldn't hear of it. */
    @Override
    public synchronized void joined(Member member) {
        if (state == State.SILENT) {
            leaveRequests();
        } else {
            starved();
        }
    }

    @Override
    public synchronized void lost(Member member) {
        waiting.remove(member);
        if (state == State.ASKING && member.equals(asked)) {
            inVain();
        } else if (state == State.SILENT && helpers.contains(member)) {
            leaveRequests();
        }
    }

    // ---- with work ----------------------------------------------------------------------------------------------

    @Override
    public synchronized void asked(Member by, boolean isStanding) {
        if (isStanding) {
            waiting.add(by);
            look = LOOK;
            lookLater();
        } else {
            waiting.remove(by); // it has found work in between, and asks anew
            if (place.hasSpare()) {
                place.give(by, GIFT, by + " has nothing to do");
            } else {
                place.tell(by);
            }
        }
    }

    private void lookLater() {
        if (!isLooking && !waiting.isEmpty()) {
            isLooking = true;
            place.later(look, this::look);
        }
    }

    private synchronized void look() {
        isLooking = false;
        boolean hasSpare = place.hasSpare();
        boolean isInVain = hasSpare ? hadSpare : place.isIdle();
        look = isInVain ? Math.min(LAST_LOOK, 2 * look) : LOOK; // until there is work, or something has left
        hadSpare = hasSpare;
        if (hasSpare) {
            waiting.forEach(each -> place.give(each, GIFT, each + " has nothing to do"));
        } else {
            place.spread();
        }
        lookLater();
    }

    @Override
    public synchronized void gave(Member to, int given) {
        if (given > 0) {
            waiting.remove(to);
            look = LOOK;
        }
    }

    /** Here: places with nothing to do will ask for it. */
    @Override
    public Member placeForNew() {
        return place.here();
    }
}
