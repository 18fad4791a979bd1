package org.sojourn.messengers.network;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/**
 * Which place gets a node of which the script doesn't say: this place and its neighbours in the daemon network, in turn. The daemon
 * network connects all places with one another.
 */
final class Placement {
    /** An order of names that is the same everywhere. */
    static final Comparator<Name> NAMES = Comparator.comparingLong(Name::birth).thenComparingLong(Name::serial);

    private final Nodes place;
    private final AtomicInteger turn = new AtomicInteger();

    /** The places that can be used in some epoch of the membership. */
    private record Usable(long epoch, List<Member> places) {}

    private volatile @Nullable Usable usable;

    /** Set by a balancer. */
    private volatile @Nullable Supplier<Member> instead;

    Placement(Nodes place) {
        this.place = place;
    }

    /** {@return the places that can be used, by number} */
    List<Member> places() {
        long epoch = place.site().switchboard().epoch();
        Usable known = usable;
        if (known == null || known.epoch != epoch) {
            List<Member> found = place.site().switchboard().members().stream()
                    .filter(each -> each.equals(place.site().self())
                            || place.site().switchboard().isUsable(each))
                    .sorted()
                    .toList();
            known = new Usable(epoch, found);
            usable = known;
        }
        return known.places;
    }

    /** {@return the other places that a node can be created at, by number} */
    List<Member> neighbours() {
        return places().stream()
                .filter(each -> !each.equals(place.site().self()))
                .toList();
    }

    /** {@return where the next node goes} */
    Member next() {
        Supplier<Member> balancer = instead;
        if (balancer != null) {
            return balancer.get();
        }
        List<Member> all = places();
        int own = all.indexOf(place.site().self());
        return all.get((own + Math.floorMod(turn.getAndIncrement(), all.size())) % all.size());
    }

    void instead(Supplier<Member> where) {
        instead = where;
    }
}
