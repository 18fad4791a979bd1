package org.sojourn.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
    private final History history;
    private final Map<Link, Member> chain = new HashMap<>();

    /** The newest epoch that each place knows of each part. */
    private final List<Map<Name, Long>> newest;

    EpochChain(Cluster cluster, History history) {
        this.cluster = cluster;
        this.history = history;
        this.newest = IntStream.range(0, cluster.members())
                .<Map<Name, Long>>mapToObj(place -> new HashMap<>())
                .toList();
    }

    @Override
    public void packet(Step step, PacketKind kind, int from, int to) {
        look(from);
        look(to);
    }

    private void look(int place) {
        if (history.isLost(place)) {
            return;
        }
        for (Descriptor<Cell> each : cluster.kernel(place).names().descriptors()) {
            if (each.isExited()) {
                isDead(place, each.name());
            } else if (each.epoch() > 0) {
                look(place, each);
            }
        }
        newest.get(place).keySet().removeIf(each -> isForgotten(place, each));
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
            if (!history.isLost(other) && there != null && there.epoch() > 0 && has(there)) {
                history.wrong("alive: " + name + " is at p" + other + ", and p" + place + " takes it for dead");
            }
        }
    }

    private void look(int place, Descriptor<Cell> known) {
        Name name = known.name();
        Member before = chain.putIfAbsent(new Link(name, known.epoch()), known.location());
        if (before != null && !before.equals(known.location())) {
            history.wrong("two places in epoch " + known.epoch() + " of " + name + ": p" + place + " knows "
                    + known.location() + ", and another place knew " + before);
        }
        Long newer = newest.get(place).put(name, known.epoch());
        if (newer != null && newer > known.epoch()) {
            history.wrong("p" + place + " goes back from epoch " + newer + " of " + name + " to " + known.epoch());
        }
        if (has(known)) {
            for (int other = 0; other < cluster.members(); other++) {
                Descriptor<Cell> there = cluster.kernel(other).names().find(name);
                if (other != place && !history.isLost(other) && there != null && has(there)) {
                    history.wrong("two instances: " + name + " is at p" + place + " and p" + other);
                }
            }
        }
    }

    private static boolean has(Descriptor<Cell> known) {
        return known.resident() != null || known.arriving() != null;
    }
}
