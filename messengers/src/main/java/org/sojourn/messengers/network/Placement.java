package org.sojourn.messengers.network;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/**
 * Which place gets a node of which the script doesn't say: this place or one of its neighbours in the {@linkplain Daemons daemon network}.
 *
 * <p><b>Least loaded.</b> A place knows of its neighbours how many nodes they had when it last asked, and adds those that it has sent there
 * since. It asks anew after every {@value #ASKED_AFTER} creations, and doesn't wait for the answer.
 */
final class Placement {
    /** An order of names that is the same everywhere. */
    static final Comparator<Name> NAMES = Comparator.comparingLong(Name::birth).thenComparingLong(Name::serial);

    private static final int ASK = 0;
    private static final int ANSWER = 1;
    private static final int ASKED_AFTER = 32;

    private final Nodes place;
    private final Daemons daemons;
    private final AtomicInteger turn = new AtomicInteger();

    /** The places that can be used in some epoch of the membership; this one and its neighbours among them. */
    private record Usable(long epoch, List<Member> places, List<Member> near) {}

    private volatile @Nullable Usable usable;

    /** How many nodes each neighbour has, for {@link Daemons.Policy#LEAST_LOADED}. */
    private final Map<Member, Long> loads = new ConcurrentHashMap<>();

    /** Whether all answers to the last question about loads may be outstanding: then none is asked. */
    private final AtomicBoolean isAsking = new AtomicBoolean();

    /** Set by a balancer. */
    private volatile @Nullable Supplier<Member> instead;

    Placement(Nodes place) {
        this.place = place;
        this.daemons = place.settings().daemons();
    }

    private Usable usable() {
        long epoch = place.site().switchboard().epoch();
        Usable known = usable;
        if (known == null || known.epoch != epoch) {
            Member self = place.site().self();
            List<Member> found = place.site().switchboard().members().stream()
                    .filter(each ->
                            each.equals(self) || place.site().switchboard().isUsable(each))
                    .sorted()
                    .toList();
            List<Member> near = found.stream()
                    .filter(each -> daemons.leads(self.place(), each.place()))
                    .toList();
            known = new Usable(epoch, found, near);
            usable = known;
        }
        return known;
    }

    /** {@return the places that can be used, by number} */
    List<Member> places() {
        return usable().places;
    }

    /** {@return the other places, by number} */
    List<Member> neighbours() {
        return others(places());
    }

    /** {@return the neighbours in the daemon network, by number} */
    List<Member> daemons() {
        return others(usable().near);
    }

    private List<Member> others(List<Member> all) {
        return all.stream().filter(each -> !each.equals(place.site().self())).toList();
    }

    /** {@return the neighbour to which a link of the daemon network leads that is called so; null if there is none} */
    @Nullable
    Member along(@Nullable String link) {
        for (Daemons.Way each : daemons.links()) {
            if (each.from() == place.site().self().place()
                    && each.name().equals(link)
                    && !each.name().isEmpty()) {
                return places().stream()
                        .filter(member -> member.place() == each.to())
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    /** {@return where the next node goes} */
    Member next() {
        Supplier<Member> balancer = instead;
        if (balancer != null) {
            return balancer.get();
        }
        List<Member> near = usable().near;
        if (place.site().switchboard().hasLeaver()) {
            near = near.stream().filter(this::takesMore).toList();
        }
        int own = near.indexOf(place.site().self());
        int nth = turn.getAndIncrement();
        return switch (daemons.policy()) {
            case ROUND_ROBIN -> near.get((own + Math.floorMod(nth, near.size())) % near.size());
            case RANDOM ->
                near.get((int) Long.remainderUnsigned(
                        place.draws().drawn(place.site().self().place(), nth), near.size()));
            case LEAST_LOADED -> leastLoaded(near, own, nth);
        };
    }

    /** {@return where a node goes that is wanted at a place: there, if that isn't about to leave} */
    Member nextAt(Member wanted) {
        return takesMore(wanted) ? wanted : next();
    }

    private boolean takesMore(Member member) {
        return member.equals(place.site().self()) || place.site().switchboard().takesMore(member);
    }

    void instead(Supplier<Member> where) {
        instead = where;
    }

    // ---- loads ----------------------------------------------------------------------------------------------------

    /** This place before others that have as many, and these in order. */
    private Member leastLoaded(List<Member> near, int own, int nth) {
        if (nth % ASKED_AFTER == 0 && near.size() > 1 && isAsking.compareAndSet(false, true)) {
            daemons().forEach(each -> tell(each, ASK, 0));
        }
        Member least = near.get(own);
        long fewest = place.census().nodes();
        for (int i = 1; i < near.size(); i++) {
            Member each = near.get((own + i) % near.size());
            long has = loads.getOrDefault(each, 1L);
            if (has < fewest) {
                least = each;
                fewest = has;
            }
        }
        if (!least.equals(place.site().self())) {
            loads.merge(least, 2L, (has, two) -> has + 1);
        }
        return least;
    }

    private void tell(Member to, int what, long nodes) {
        PacketWriter packet = Packets.of(Packets.LOAD, 32).u8(what).i64(nodes);
        place.site().switchboard().send(to, 0, packet);
    }

    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        long nodes = packet.i64();
        if (what == ASK) {
            tell(from, ANSWER, place.census().nodes());
        } else {
            loads.put(from, nodes);
            isAsking.set(false);
        }
    }

    void lost(Member member) {
        loads.remove(member);
        isAsking.set(false);
    }
}
