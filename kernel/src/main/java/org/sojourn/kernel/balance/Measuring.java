package org.sojourn.kernel.balance;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Talks;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/**
 * The policy {@code measure}: places tell each other how much waits, and those with more give to those with less. A
 * part moves towards the parts that it talks to.
 *
 * <p><b>Load</b> is the number of parts that wait for a worker, smoothed over looks. A place whose load has changed by
 * a quarter since it last told tells a few others at random: about the logarithm of their number. Nothing is told while
 * nothing changes.
 *
 * <p><b>Giving.</b> A place that has more than the least loaded one it knows, by {@value #MARGIN} parts and a quarter
 * of its own, at two looks in a row, gives it half of the difference. The margin and the second look keep parts from
 * going to and fro by chance.
 *
 * <p><b>Communication.</b> A part moves to another place if two thirds of its last {@link Bound#MEASURED_SENDS}
 * messages went there, and of as many before those, unless that place has clearly more to do. After the move most of
 * what it sends stays, so two such spells would have to bring it back. Two parts that talk to each other would change places so, again
 * and again. So to a place that is later in the order of places a part moves after one spell more: by then the other one has come, if it
 * can.
 */
final class Measuring implements Balancer {
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MILLIS.value());
    private static final long LAST_LOOK = TimeUnit.MILLISECONDS.toNanos(Bound.BALANCE_LOOK_MOST_MILLIS.value());
    private static final int SENDS = Bound.MEASURED_SENDS.intValue();
    private static final int MARGIN = 4;

    /** So many spells in a row take a part to a place before this one, and one more to a place after it. */
    private static final int SPELLS = 2;

    private final Balancing place;

    /** Smoothed; written by looks, read by parts that judge whether to move. */
    private volatile int load;

    /** For looks only, as all that follows. */
    private int toldLoad;

    private int looksAhead;
    private long pause = LOOK;

    Measuring(Balancing place) {
        this.place = place;
        place.watchSends();
        place.later(LOOK, this::look);
    }

    private void look() {
        int now = place.waiting();
        load = (load + now + 1) / 2;
        List<Member> others = place.others();
        if (!others.isEmpty()) {
            tellIfChanged(others);
            giveIfAhead(others);
        }
        pause = now == 0 && load <= 1 ? Math.min(LAST_LOOK, 2 * pause) : LOOK;
        place.later(pause, this::look);
    }

    private void tellIfChanged(List<Member> others) {
        int change = Math.abs(load - toldLoad);
        if (change > 1 && 4 * change >= toldLoad) {
            toldLoad = load;
            int first = place.chance(others.size());
            for (int i = 0, told = 0; i < others.size() && 1 << told <= others.size(); i++, told++) {
                place.tell(others.get((first + i) % others.size()));
            }
        }
    }

    private void giveIfAhead(List<Member> others) {
        Member least = others.get(0);
        for (Member each : others) {
            least = place.waitingAt(each) < place.waitingAt(least) ? each : least;
        }
        int there = place.waitingAt(least);
        int ahead = load - there;
        looksAhead = ahead >= MARGIN && 4 * ahead >= load && place.hasSpare() ? looksAhead + 1 : 0;
        if (looksAhead == 2) {
            looksAhead = 0;
            place.give(least, ahead / 2, load + " parts wait here and " + there + " there");
        }
    }

    @Override
    public void sent(Sojourner part, Member to) {
        Talks talks = part.talks();
        talks.count(to);
        if (talks.total() < SENDS) {
            return;
        }
        Member most = talks.judge();
        if (most == null || most.equals(place.here())) {
            return;
        }
        int due = most.compareTo(place.here()) < 0 ? SPELLS : SPELLS + 1;
        if (talks.spells() >= due && place.waitingAt(most) <= load + MARGIN) {
            place.offer(part, most, "two thirds of its messages go there");
        }
    }

    @Override
    public Member placeForNew() {
        return place.leastLoaded();
    }
}
