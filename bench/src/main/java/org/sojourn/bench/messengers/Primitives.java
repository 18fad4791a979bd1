package org.sojourn.bench.messengers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.Exchange.Peer;
import org.sojourn.bench.remote.RawSockets;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;

/** The rows of the paper's Table 3. The text of each says how many times as slow as the peer messengers were there. */
final class Primitives implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 512;
    private static final int PAYLOAD = 800;

    private static final long DIVISIONS = 5_000_000;
    private static final long CALLS = 1_000_000;
    private static final int CREATIONS = 30_000;
    private static final int THREADS = 3_000;
    private static final long SWITCHES = 240_000;
    private static final long HOPS = 240_000;
    private static final int HAND_OFFS = 5_000;
    private static final int TRIPS = 2_000;
    private static final int FLEET = 256;
    private static final int FLEET_TRIPS = 50;

    private static final double MICROS_PER_MILLI = 1e3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double QUOTIENT = divided();
    private static final double NUMBER = called();

    private static final String HAND_OFF = "hand-off of threads";
    private static final String RAW = "raw sockets, half a trip";

    /** A messenger that takes so many times as long as the peer is fast enough. */
    private static final double ARITHMETIC = 1.1;

    private static final double FUNC = 3;
    private static final double SWITCH = 0.1;
    private static final double HOP = 0.2;
    private static final double REMOTE = 3;
    private static final double BATCHED = 0.2;

    private final Stage stage;
    private Optional<RawSockets> raw = Optional.empty();

    Primitives(Stage stage) {
        this.stage = stage;
    }

    List<Exchange> all() {
        List<Exchange> all = new ArrayList<>(List.of(arithmetic(), func(), creation()));
        for (int many : new int[] {2, 1_200}) {
            all.add(new Exchange(
                    "switch-" + many,
                    "test 4: switch between %,d messengers at a node (paper: 1.1)".formatted(many),
                    "us",
                    () -> switched(many),
                    List.of(handOff(SWITCH))));
        }
        all.add(hop("hop", "test 5: local hop of one messenger, both nodes in one lane (10.4)", 1, 1, HOP));
        all.add(hop("hops", "test 5: of 64 at once, both nodes in one lane", 1, 64, HOP));
        all.add(hop("hop-lanes", "test 5: of one messenger, nodes in two lanes", 2, 1, HOP));
        all.add(hop("hops-lanes", "test 5: of 64 at once, nodes in two lanes", 2, 64, HOP));
        all.addAll(remote());
        return all;
    }

    // ---- at one place ---------------------------------------------------------------------------------------------

    private Exchange arithmetic() {
        return new Exchange(
                "arithmetic",
                "test 1: a = b / c in a loop, 5,000,000 times (paper: 12.8 times as slow)",
                "ns",
                () -> told(script(1, "arithmetic").with("times", DIVISIONS), QUOTIENT, DIVISIONS) * NANOS_PER_MICRO,
                List.of(new Peer("plain Java", 1 / ARITHMETIC, () -> plain(Primitives::divided, QUOTIENT, DIVISIONS))));
    }

    private static double divided() {
        double a = 1;
        double b = 1;
        double c = 3;
        for (long i = 0; i < DIVISIONS; i++) {
            a = b / c;
            b = a + 1.0;
        }
        return a;
    }

    private Exchange func() {
        return new Exchange(
                "func",
                "test 2: call of a Java method that does next to nothing (171.1)",
                "ns",
                () -> told(script(1, "func").with("times", CALLS), NUMBER, CALLS) * NANOS_PER_MICRO,
                List.of(new Peer("plain call", 1 / FUNC, () -> plain(Primitives::called, NUMBER, CALLS))));
    }

    private static double called() {
        int number = 0;
        for (long i = 0; i < CALLS; i++) {
            number = Answer.next(number);
        }
        return number;
    }

    private Exchange creation() {
        return new Exchange(
                "creation",
                "test 3: copy of a messenger of 640 bytes, until it has ended (2.9, against a thread)",
                "us",
                () -> counted(script(1, "creation").with("times", CREATIONS), CREATIONS, CREATIONS),
                List.of(
                        new Peer("virtual thread", 1, () -> HandOffs.started(CREATIONS, Thread.ofVirtual())),
                        new Peer("platform thread", 0, () -> HandOffs.started(THREADS, Thread.ofPlatform()))));
    }

    private double switched(int many) throws Exception {
        long times = SWITCHES / many;
        return counted(script(1, "switch").with("many", many).with("times", times), many, SWITCHES);
    }

    private Exchange hop(String name, String what, int lanes, int many, double goal) {
        long each = HOPS / many / 2 * 2;
        long all = each * many;
        return new Exchange(
                name,
                what,
                "us",
                () -> {
                    Sojourn its = stage.run(
                            Stage.Needs.shared(1, lanes),
                            "pair",
                            run -> Stage.millis(script(run, "pair").with("lanes", lanes)));
                    return counted(script(its, "hop").with("many", many).with("times", each), many, all);
                },
                List.of(handOff(goal)));
    }

    private static Peer handOff(double timesAsLong) {
        return new Peer(HAND_OFF, 1 / timesAsLong, () -> HandOffs.parked(HAND_OFFS));
    }

    // ---- between two places ---------------------------------------------------------------------------------------

    private List<Exchange> remote() {
        return List.of(
                new Exchange(
                        "remote-hop",
                        "test 6: hop of 800 bytes to another place, one at a time, median of %,d (6.9)"
                                .formatted(TRIPS),
                        "us",
                        this::trip,
                        List.of(raw(REMOTE))),
                new Exchange(
                        "remote-hops",
                        "test 6: the same, %d messengers at once".formatted(FLEET),
                        "us",
                        () -> fleet("loaded_fleet"),
                        List.of(raw(BATCHED))),
                new Exchange(
                        "remote-hops-small",
                        "hop of a messenger without a load, %d at once".formatted(FLEET),
                        "us",
                        () -> fleet("fleet"),
                        List.of()));
    }

    private Peer raw(double timesAsLong) {
        return new Peer(RAW, 1 / timesAsLong, () -> raw().roundTrip(PAYLOAD, TRIPS) / 2);
    }

    private RawSockets raw() throws IOException {
        if (raw.isEmpty()) {
            raw = Optional.of(new RawSockets(HEAP_MEGABYTES));
        }
        return raw.get();
    }

    private Sojourn two() throws Exception {
        return stage.run(Stage.Needs.shared(2), "sea", run -> Stage.millis(script(run, "sea")));
    }

    private double trip() throws Exception {
        Trips.expect(TRIPS);
        told(script(two(), "trips").with("times", TRIPS), TRIPS, TRIPS);
        return Trips.median() / 2;
    }

    private double fleet(String script) throws Exception {
        return counted(
                script(two(), script).with("many", FLEET).with("times", FLEET_TRIPS), FLEET, 2L * FLEET * FLEET_TRIPS);
    }

    // ---- scripts --------------------------------------------------------------------------------------------------

    private Network.Injection script(int workers, String name) {
        return script(stage.run(Stage.Needs.shared(1, workers)), name);
    }

    private Network.Injection script(Sojourn run, String name) {
        return stage.script(run, Primitives.class, name);
    }

    /** Runs a script that tells its answer; returns microseconds for one of so many times. */
    private static double told(Network.Injection script, double expected, long times) throws Exception {
        Answer.forget();
        double millis = Stage.millis(script);
        Answer.require("a script's answer", expected);
        return millis * MICROS_PER_MILLI / times;
    }

    /** Runs messengers that count themselves at init; returns microseconds for one of so many times. */
    private double counted(Network.Injection script, long expected, long times) throws Exception {
        double millis = Stage.millis(script);
        stage.requireDone(expected);
        return millis * MICROS_PER_MILLI / times;
    }

    /** Runs the same without messengers; returns nanoseconds for one of so many times. */
    private static double plain(DoubleSupplier work, double expected, long times) {
        long start = System.nanoTime();
        double found = work.getAsDouble();
        double nanos = (double) (System.nanoTime() - start) / times;
        if (found != expected) {
            throw new IllegalStateException("plain Java has found " + found + ", and before " + expected);
        }
        return nanos;
    }

    /** Ends what was started for the rows but the run. */
    @Override
    public void close() {
        raw.ifPresent(RawSockets::close);
    }
}
