package org.sojourn.kernel.balance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.kernel.port.Member;

/**
 * The load of other places, as far as is known here, and what was placed there since. Safe for use by several threads.
 */
final class Loads {
    private final Map<Member, Load> heard = new HashMap<>();
    private final Map<Member, Integer> placed = new HashMap<>();
    private final Member here;

    Loads(Member here) {
        this.here = here;
    }

    /**
     * A place has told its load. What was placed here is forgotten then, too, so that it doesn't count for longer than
     * others' does.
     */
    synchronized void heard(Member from, Load load) {
        heard.put(from, load);
        placed.remove(from);
        placed.remove(here);
    }

    /** Parts were sent there, or placed. */
    synchronized void sent(Member to, int parts) {
        placed.merge(to, parts, Integer::sum);
    }

    synchronized void lost(Member member) {
        heard.remove(member);
        placed.remove(member);
    }

    synchronized boolean isDraining(Member member) {
        return heard.getOrDefault(member, Load.UNKNOWN).isDraining();
    }

    synchronized int waiting(Member member) {
        return heard.getOrDefault(member, Load.UNKNOWN).waiting() + placed.getOrDefault(member, 0);
    }

    /** Chooses the place with the least work, the first of several, and counts a part as placed there. */
    synchronized Member place(List<Member> among, int waitingHere) {
        Member least = among.get(0);
        int fewest = Integer.MAX_VALUE;
        for (Member each : among) {
            // What was placed here and waits is already counted in what waits here.
            int waiting = each.equals(here) ? Math.max(waitingHere, placed.getOrDefault(each, 0)) : waiting(each);
            if (waiting < fewest) {
                fewest = waiting;
                least = each;
            }
        }
        sent(least, 1);
        return least;
    }
}
