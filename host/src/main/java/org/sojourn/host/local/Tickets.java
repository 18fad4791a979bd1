package org.sojourn.host.local;

import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What lets the places of one launcher in: a ticket for each, good for one connection. */
final class Tickets {
    private final Map<Integer, byte[]> unspent = new ConcurrentHashMap<>();

    /** Mints the tickets of these places. */
    Tickets(Collection<Integer> places) {
        places.forEach(place -> unspent.put(place, Secret.fresh()));
    }

    /** A ticket as the environment of its place carries it. */
    String hex(int place) {
        byte[] ticket = unspent.get(place);
        if (ticket == null) {
            throw new IllegalStateException("place p" + place + " has no ticket, or has spent it");
        }
        return HexFormat.of().formatHex(ticket);
    }

    /**
     * Takes a ticket, for good.
     *
     * @param place whose it is said to be
     * @param shown whether it is the one that was shown
     * @return the ticket; null if it is another, was spent before, or there is no such place
     */
    byte @Nullable [] spend(int place, Predicate<byte[]> shown) {
        byte[] ticket = unspent.get(place);
        return ticket != null && shown.test(ticket) && unspent.remove(place, ticket) ? ticket : null;
    }
}
