package org.sojourn.kernel.balance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;

/** The load of other places, as far as is known here, and what was placed there since. For any thread. */
final class Loads {
    /**
     * The report of a place on its work.
     *
     * @param waiting parts that wait for a worker
     * @param given how many it has just sent to the place that it tells
     * @param isDraining whether nothing is to come to it
     */
    record Load(int waiting, int given, boolean isDraining) {
        static final Load UNKNOWN = new Load(0, 0, false);

        PacketWriter packet() {
            return new PacketWriter(PacketKind.LOAD, 9).i32(waiting).i32(given).u8(isDraining ? 1 : 0);
        }

        static Load read(PacketReader packet) {
            return new Load(packet.i32(), packet.i32(), packet.u8() == 1);
        }
    }

    private final Map<Member, Load> heard = new HashMap<>();
    private final Map<Member, Integer> placed = new HashMap<>();
    private final Member here;

    Loads(Member here) {
        this.here = here;
    }

    /** A place has told its load. The count of parts placed here begins anew, too: they count no longer than those that others got. */
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
