package org.sojourn.net.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Chance;

/**
 * Connections that haven't proved themselves yet, as many as there is room for. If there is no room for a newcomer, one of those that
 * are there has to go, whichever chance picks.
 *
 * <p><b>Why not the newcomer?</b> A stranger that opens connections and says nothing would keep all others out for as long as it likes.
 *
 * <p><b>Why not the oldest, or the one that has said least?</b> Before its proof nothing tells a peer from a stranger: an address of this machine
 * is everybody's, and anybody can say the first words of a handshake. Whatever the rule looks at, a stranger can have its own connections
 * look better. Chance can't be courted. And with the oldest going, a peer would be safe for the first n newcomers and lost with the
 * next: from some rate of strangers on each of its tries fails, and a machine under load that takes a little longer is cut off for good.
 *
 * <p><b>What a peer has of it.</b> A handshake that takes h seconds while strangers open r connections in a second is over before it
 * is picked with probability (1 - 1/n)<sup>rh</sup>, about e<sup>-rh/n</sup>. On one machine a handshake takes a few milliseconds, and a
 * hammering process opens some thousands of connections in a second. With n = 256:
 *
 * <pre>
 *                        r = 1,000   r = 5,000   r = 20,000
 *   handshake of  5 ms      98 %        91 %        68 %
 *   handshake of 20 ms      92 %        68 %        21 %
 *   handshake of 80 ms      73 %        21 %        0.2 %
 * </pre>
 *
 * A dial that fails is repeated, after a second at the latest, from either side; so even one in five comes through long
 * before the bound on silence. Strangers that are idle and fewer than n harm nobody, and end by their deadline. Beyond the table the
 * machine has other worries: that is the rate at which one thread can accept connections at all.
 *
 * <p>Not for more than one thread at a time.
 *
 * @param <C> a connection
 */
public final class Crowd<C> {
    private final int room;
    private final Chance chance;
    private final List<C> inside = new ArrayList<>();

    /** The position of each in the list. */
    private final Map<C, Integer> places = new HashMap<>();

    /**
     * Nobody is there yet.
     *
     * @param room how many there may be, at least 1
     * @param chance picks
     */
    public Crowd(int room, Chance chance) {
        this.room = room;
        this.chance = chance;
    }

    /**
     * Takes a newcomer.
     *
     * @param newcomer isn't there yet
     * @return the one that has to go instead, which is no longer counted; null if there was room
     */
    public @Nullable C add(C newcomer) {
        C evicted = null;
        if (inside.size() >= room) {
            evicted = inside.get(chance.nextInt(inside.size()));
            remove(evicted);
        }
        places.put(newcomer, inside.size());
        inside.add(newcomer);
        return evicted;
    }

    /**
     * One has proved itself, or is closed.
     *
     * @param member may have gone before
     */
    public void remove(C member) {
        Integer place = places.remove(member);
        if (place != null) {
            C last = inside.remove(inside.size() - 1);
            if (!last.equals(member)) {
                inside.set(place, last);
                places.put(last, place);
            }
        }
    }
}
