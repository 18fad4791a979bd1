package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.place.Dump;

/** A second guest of the kernel, under the promises that hold for whatever moves. */
class CounterTest {
    private static final long SEEDS = Long.getLong("sojourn.counters", 45);
    private static final long SEARCHED = 300;

    @Test
    void counters_thatHopAndSend_getEachNumberOnceAndInOrder() {
        Seeds.of(SEEDS)
                .check(seed -> assertThat(CounterRun.run(seed, false, "none")).isEmpty());
    }

    @Test
    void counters_whileAPlaceIsLost_getNothingTwiceOrOutOfOrder() {
        Seeds.of(SEEDS)
                .check(seed -> assertThat(CounterRun.run(seed, true, "none")).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rotate", "poll", "measure"})
    void counters_thatAreBalanced_getEachNumberOnceAndInOrder(String policy) {
        Seeds.of(SEEDS)
                .check(seed -> assertThat(CounterRun.run(seed, false, policy)).isEmpty());
    }

    @Test
    void counters_thatHoldNumbers_areNamedInADump() {
        List<Counters> places = new ArrayList<>();
        CounterRun run = new CounterRun(new SplittableRandom(1), 2, 1);
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(1)
                .guests(kernel -> places.add(new Counters(run, kernel)))
                .start()) {
            Counters counters = places.get(0);
            Counter first = counters.create(0);
            Counter second = counters.create(1);
            first.takes(new Counters.Count(counters, Parcel.Way.NEW, 1, 0));

            Dump dump = Dump.of(cluster.cluster().kernel(0));

            assertThat(dump.summary()).contains("2 Counter");
            assertThat(dump.sentences().get(Dump.Sort.HOLDS))
                    .anyMatch(sentence -> sentence.equals(first + " holds 1 numbers"))
                    .noneMatch(sentence -> sentence.contains(second + " holds"));
        }
    }

    static List<Fault> faults() {
        return List.of(
                // It goes on before what it has sent has arrived.
                new Fault("Migration", "Descriptor::isUnderWay", "each -> false", "inversion"),
                // A move doesn't raise the epoch.
                new Fault("Migration", "of.epoch() + 2", "of.epoch()", "doesn't end|lost"),
                // The source goes on with what it has given away.
                new Fault(
                        "Migration",
                        "shipments.remove(name, shipment); site.release();",
                        "shipment.luggage.unpack().resume(site.self()); site.release();",
                        "two instances|inversion|undelivered"),
                // What is held back goes out newest first.
                new Fault(
                        "Routes",
                        "holding.line.add(new Holding.Sent(parcel))",
                        "holding.line.addFirst(new Holding.Sent(parcel))",
                        "inversion"),
                // A packet of a guest isn't counted where it arrives.
                new Fault(
                        "Switchboard",
                        "peer.hasReceived();",
                        "if (peer.received.get() != 20) peer.hasReceived();",
                        "doesn't end|stalled|falsely"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(CounterRun.class, "search", SEARCHED);
    }

    /** What comes by a place that is out is taken. */
    @Test
    @Tag("planted")
    void checker_withAFaultInWhatFollowsALoss_findsIt() {
        new Fault("Parcel", "site().switchboard().isOut(each)", "false", "inversion")
                .assertFound(CounterRun.class, "searchLosing", 10 * SEARCHED);
    }
}
