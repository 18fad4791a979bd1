package org.sojourn.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
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

    private final Cluster cluster;
    private final IntPredicate isLost;
    private final Consumer<String> wrong;
    private final Map<Link, Member> chain = new HashMap<>();

    /** The newest epoch that each place knows of each part; one that is started anew has known nothing. */
    private final Map<Member, Map<Name, Long>> newest = new HashMap<>();

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
        for (Descriptor<Cell> each : cluster.kernel(place).names().descriptors()) {
            if (each.isExited()) {
                isDead(place, each.name());
            } else if (each.epoch() > 0) {
                look(place, each);
            }
        }
        newest(place).keySet().removeIf(each -> isForgotten(place, each));
    }

    private Map<Name, Long> newest(int place) {
        return newest.computeIfAbsent(cluster.kernel(place).self(), any -> new HashMap<>());
    }

    private boolean isForgotten(int place, Name name) {
        if (cluster.kernel(place).names().find(name) != null) {
            return false;
        }
        isDead(place, name);
        return true;
    }

    /** A place takes a part for dead, or has forgotten it. */
    private void isDead(int place, Name name) {
        for (int other = 0; other < cluster.members(); other++) {
            Descriptor<Cell> there = cluster.kernel(other).names().find(name);
            if (!isLost.test(other) && there != null && there.epoch() > 0 && has(there)) {
                wrong.accept("alive: " + name + " is at p" + other + ", and p" + place + " takes it for dead");
            }
        }
    }

    private void look(int place, Descriptor<Cell> known) {
        Name name = known.name();
        Member before = chain.putIfAbsent(new Link(name, known.epoch()), known.location());
        if (before != null && !before.equals(known.location())) {
            wrong.accept("two places in epoch " + known.epoch() + " of " + name + ": p" + place + " knows "
                    + known.location() + ", and another place knew " + before);
        }
        Long newer = newest(place).put(name, known.epoch());
        if (newer != null && newer > known.epoch()) {
            wrong.accept("p" + place + " goes back from epoch " + newer + " of " + name + " to " + known.epoch());
        }
        if (has(known)) {
            for (int other = 0; other < cluster.members(); other++) {
                Descriptor<Cell> there = cluster.kernel(other).names().find(name);
                if (other != place && !isLost.test(other) && there != null && has(there)) {
                    wrong.accept("two instances: " + name + " is at p" + place + " and p" + other);
                }
            }
        }
    }

    private static boolean has(Descriptor<Cell> known) {
        return known.resident() != null || known.arriving() != null;
    }
}
