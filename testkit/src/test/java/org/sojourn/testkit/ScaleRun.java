package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Packets;

/**
 * Many selectors at many places, and what they cost each place: each place has as many however many places there are, which know
 * one each at the places 1, 2, 4, 8 and so on further, and greet it three times; between the first and the second greeting every
 * fiftieth moves to the next place.
 */
final class ScaleRun {
    private static final int MOVES_EVERY = 50;

    /** Selectors of a place while work is balanced, at most. */
    private static final int BALANCED = 100;

    private final SimulatedCluster simulated;
    private final Cluster cluster;
    private final int places;
    private final int each;
    private final List<List<Handle<Object>>> cells = new ArrayList<>();

    private ScaleRun(SimulatedCluster simulated, int places, int each) {
        this.simulated = simulated;
        this.cluster = simulated.cluster();
        this.places = places;
        this.each = each;
    }

    /**
     * What one run has cost.
     *
     * @param places how many there were
     * @param selectors how many lived at all places together
     * @param names entries of the largest name table
     * @param forwarding packets that the busiest place sent because somebody had moved: questions, answers, hints
     * @param passed greetings that were sent on, for each that was meant for somebody who had moved
     * @param termination packets of waves that the busiest place sent in one wave, on average
     * @param waves how many waves there were
     * @param events events of the simulation
     * @param polled packets that the busiest place sent to ask for work, or to answer, when the same ran under {@code poll}
     * @param measured packets that the busiest place sent to tell its load when the same ran under {@code measure}
     */
    record Costs(
            int places,
            long selectors,
            long names,
            long forwarding,
            double passed,
            double termination,
            long waves,
            long events,
            long polled,
            long measured) {
        static String heading() {
            return "places  selectors  names at most  forwarding at most  sent on per moved  termination at most, per"
                    + " wave  waves      events  polls at most  loads at most";
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%6d %10d %14d %19d %18.2f %30.2f %6d %11d %14d %14d",
                    places,
                    selectors,
                    names,
                    forwarding,
                    passed,
                    termination,
                    waves,
                    events,
                    polled,
                    measured);
        }
    }

    private record Meet(Handle<Object> whom) {}

    private record Greet() {}

    private record Greeting() {}

    private record Move(int to) {}

    /** Greets whom it has met. */
    private static final class Cell extends Actor<Object> {
        private @Nullable Handle<Object> met;

        @Override
        protected void process(Object message) {
            Handle<Object> other = met;
            if (message instanceof Meet meet) {
                met = meet.whom();
            } else if (message instanceof Greet && other != null) {
                other.send(new Greeting());
            } else if (message instanceof Move move) {
                migrateTo(new Place(move.to()));
            }
        }
    }

    /** Runs the program on so many places with so many selectors each; and with fewer while work is balanced. */
    static Costs run(long seed, int places, int each) {
        long polled = aboutBalance(seed, places, each, "poll");
        long measured = aboutBalance(seed, places, each, "measure");
        try (SimulatedCluster simulated = places(seed, places).start()) {
            ScaleRun run = new ScaleRun(simulated, places, each);
            run.greet();
            return run.costs(polled, measured);
        }
    }

    private static SimulatedCluster.Builder places(long seed, int places) {
        return SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1)
                .waves(Bound.WAVE_FAN_OUT.intValue())
                .copies(); // a handle belongs to the place that sends by it
    }

    private static long aboutBalance(long seed, int places, int each, String policy) {
        try (SimulatedCluster simulated = places(seed, places).balance(policy).start()) {
            ScaleRun run = new ScaleRun(simulated, places, Math.min(each, BALANCED));
            run.greet();
            long most = 0;
            for (int place = 0; place < places; place++) {
                Packets packets = run.cluster.packets();
                Member at = run.cluster.kernel(place).site().self();
                most = Math.max(most, packets.sent(at, PacketKind.POLL) + packets.sent(at, PacketKind.LOAD));
            }
            return most;
        }
    }

    private void greet() {
        for (int place = 0; place < places; place++) {
            List<Handle<Object>> here = new ArrayList<>(each);
            for (int i = 0; i < each; i++) {
                here.add(simulated.place(place).create(Cell::new));
            }
            cells.add(here);
        }
        settle();
        tell((place, i) -> new Meet(cells.get(neighbour(place, i)).get((i + 1) % each)));
        settle();
        tell((place, i) -> new Greet());
        settle();
        tell((place, i) -> isMover(i) ? new Move((place + 1) % places) : null);
        settle();
        tell((place, i) -> isMover(i) ? null : new Greet());
        settle();
        tell((place, i) -> isMover(i) ? null : new Greet());
        simulated.run(); // while they greet, so that waves find places active
    }

    private interface Telling {
        @Nullable
        Object tell(int place, int i);
    }

    /** Main, at each place, tells each selector something. */
    private void tell(Telling telling) {
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < each; i++) {
                Object message = telling.tell(place, i);
                if (message != null) {
                    cells.get(place).get(i).send(message);
                }
            }
        }
    }

    /** All that follows happens. */
    private void settle() {
        cluster.settle(() -> false);
    }

    private static boolean isMover(int i) {
        return i % MOVES_EVERY == 0;
    }

    /** A place that is 1, 2, 4, 8 and so on further. */
    private int neighbour(int place, int i) {
        int distances = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(places - 1));
        return (place + (1 << i % distances)) % places;
    }

    private Costs costs(long polled, long measured) {
        Packets packets = cluster.packets();
        long names = 0;
        long forwarding = 0;
        long termination = 0;
        long mail = 0;
        for (int place = 0; place < places; place++) {
            Member at = cluster.kernel(place).site().self();
            names = Math.max(names, cluster.kernel(place).parts().names().size());
            mail += packets.sent(at, PacketKind.MAIL);
            forwarding = Math.max(
                    forwarding,
                    packets.sent(at, PacketKind.LOCATE)
                            + packets.sent(at, PacketKind.LOCATED)
                            + packets.sent(at, PacketKind.HINT));
            termination = Math.max(
                    termination,
                    packets.sent(at, PacketKind.WAVE)
                            + packets.sent(at, PacketKind.WAVE_ANSWER)
                            + packets.sent(at, PacketKind.PASSIVE));
        }
        long movers = (each + MOVES_EVERY - 1) / MOVES_EVERY;
        long greetings = (3L * each - 2 * movers) * places;
        return new Costs(
                places,
                (long) places * each,
                names,
                forwarding,
                (double) (mail - greetings) / (2 * movers * places),
                (double) termination / packets.waves(),
                packets.waves(),
                cluster.simulation().happened(),
                polled,
                measured);
    }
}
