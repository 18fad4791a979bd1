package org.sojourn.host.run;

import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What lets the places of one launcher in: a ticket for each, good for one connection. */
final class Tickets {
    private final Map<Integer, byte[]> unspent = new ConcurrentHashMap<>();

    /** Mints the ticket of a place, in the form that its environment carries. Any earlier one of that place is void. */
    String mint(int place) {
        byte[] ticket = Secret.fresh();
        unspent.put(place, ticket);
        return HexFormat.of().formatHex(ticket);
    }

    /** The place won't come. */
    void cancel(int place) {
        unspent.remove(place);
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
