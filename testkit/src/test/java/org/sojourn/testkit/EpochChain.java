package org.sojourn.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Tap;

/**
 * Asserts, at each step of each packet, what the protocol of moves rests on: the epochs of a part are one chain. Each epoch
 * has one place, whoever tells of it; what a place knows never gets older; of all places that are in the run one
 * at most has the part; and while one has it none forgets it or takes it for dead.
 */
final class EpochChain implements Tap {
    private record Link(Name name, long epoch) {}

    /** What a place knows of a part: its newest epoch, and where the part is in that. */
    private record Known(long epoch, Member location) {}

    private final Cluster cluster;
    private final IntPredicate isLost;
    private final Consumer<String> wrong;
    private final Map<Link, Member> chain = new HashMap<>();

    /** The newest epoch that each place knows of each part; one that is started anew has known nothing. */
    private final Map<Member, Map<Name, Known>> newest = new HashMap<>();

    EpochChain(Cluster cluster, IntPredicate isLost, Consumer<String> wrong) {
        this.cluster = cluster;
        this.isLost = isLost;
        this.wrong = wrong;
    }

    @Override
    public void packet(Step step, PacketKind kind, int from, int to) {
        look(from);
        look(to);
    }

    private void look(int place) {
        if (isLost.test(place)) {
            return;
        }
        Kernel kernel = cluster.kernel(place);
        Map<Name, Known> before = newest.computeIfAbsent(kernel.site().self(), any -> new HashMap<>());
        int known = 0;
        for (Descriptor<Sojourner> each : kernel.parts().names().descriptors()) {
            if (each.isExited()) {
                known += before.containsKey(each.name()) ? 1 : 0;
                isDead(place, each.name());
            } else if (each.epoch() > 0) {
                known++;
                look(place, each, before);
            } else if (before.containsKey(each.name())) {
                known++;
            }
        }
        // Most often nothing is forgotten, which the count shows without a search.
        if (known != before.size()) {
            before.keySet().removeIf(each -> isForgotten(place, each));
        }
    }

    private boolean isForgotten(int place, Name name) {
        if (cluster.kernel(place).parts().names().find(name) != null) {
            return false;
        }
        isDead(place, name);
        return true;
    }

    /** A place takes a part for dead, or has forgotten it. */
    private void isDead(int place, Name name) {
        for (int other = 0; other < cluster.members(); other++) {
            Descriptor<Sojourner> there = cluster.kernel(other).parts().names().find(name);
            if (!isLost.test(other) && there != null && there.epoch() > 0 && has(there)) {
                wrong.accept("alive: " + name + " is at p" + other + ", and p" + place + " takes it for dead");
            }
        }
    }

    private void look(int place, Descriptor<Sojourner> known, Map<Name, Known> before) {
        Name name = known.name();
        Known last = before.get(name);
        // What a place knows has mostly been seen already: this is called for each name at each step of each packet.
        if (last == null || last.epoch() != known.epoch() || !last.location().equals(known.location())) {
            isNext(place, known, last);
            before.put(name, new Known(known.epoch(), known.location()));
        }
        if (has(known)) {
            for (int other = 0; other < cluster.members(); other++) {
                Descriptor<Sojourner> there =
                        cluster.kernel(other).parts().names().find(name);
                if (other != place && !isLost.test(other) && there != null && has(there)) {
                    wrong.accept("two instances: " + name + " is at p" + place + " and p" + other);
                }
            }
        }
    }

    private void isNext(int place, Descriptor<Sojourner> known, @Nullable Known last) {
        Name name = known.name();
        Member before = chain.putIfAbsent(new Link(name, known.epoch()), known.location());
        if (before != null && !before.equals(known.location())) {
            wrong.accept("two places in epoch " + known.epoch() + " of " + name + ": p" + place + " knows "
                    + known.location() + ", and another place knew " + before);
        }
        if (last != null && last.epoch() > known.epoch()) {
            wrong.accept(
                    "p" + place + " goes back from epoch " + last.epoch() + " of " + name + " to " + known.epoch());
        }
    }

    private static boolean has(Descriptor<Sojourner> known) {
        return known.resident() != null || known.arriving() != null;
    }
}
