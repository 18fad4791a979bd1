package org.sojourn.bench.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.sojourn.bench.remote.Exchange.Peer;

/** All rows. What they need is started when the first of them is measured, and ended by {@link #close}. */
public final class Exchanges implements AutoCloseable {
    /** Where the front door of this checkout is, if it has started this process. */
    private static final String HOME = "SOJOURN_HOME";

    private static final int HEAP_MEGABYTES = 512;
    private static final int ROUNDS = 2_000;

    /** Before a run of its own ends: its JVM has seen by then what a longer run has. */
    private static final int TRIPS = 20_000;

    private static final int MESSAGES = 96_000;
    private static final int CREATIONS = 1_000;
    private static final int MOVES = 1_000;
    private static final int TRAVELLERS = 64;
    private static final int MOVES_EACH = 100;
    private static final int PLACES = 4;
    private static final int[] SIZES = {100, 1024, 10_240};
    private static final int[] PAIRS = {1, 8};
    private static final String IN_CLEAR = "in clear";

    private final Deque<Runnable> ends = new ArrayDeque<>();
    private Optional<SojournPair> sojourn = Optional.empty();
    private Optional<SojournPair> encrypted = Optional.empty();
    private Optional<RawSockets> raw = Optional.empty();
    private Optional<Artery> artery = Optional.empty();

    /** Nothing is started yet. */
    public Exchanges() {}

    /**
     * Returns the rows.
     *
     * @param withArtery whether Artery is among the peers
     * @param withTls whether there are rows of a run that is encrypted
     * @return one for each goal
     */
    public List<Exchange> all(boolean withArtery, boolean withTls) {
        List<Exchange> all = new ArrayList<>();
        for (int size : SIZES) {
            List<Peer> peers = new ArrayList<>();
            peers.add(new Peer("raw sockets", 1 / 3.0, () -> raw().roundTrip(size, ROUNDS)));
            if (withArtery) {
                peers.add(new Peer("Artery", 10, () -> artery().roundTrip(size, ROUNDS)));
            }
            all.add(new Exchange(
                    "ping-pong-" + size,
                    "%,d bytes to and fro, median of %,d".formatted(size, ROUNDS),
                    "us",
                    () -> sojourn().roundTrip(size, ROUNDS),
                    peers));
        }
        for (int pairs : PAIRS) {
            Stream stream = new Stream(MESSAGES / pairs, pairs);
            List<Peer> peers = new ArrayList<>();
            peers.add(new Peer("raw socket, same codec", 0.6, () -> raw().stream(stream.total())));
            if (withArtery) {
                peers.add(new Peer("Artery", 10, () -> artery().stream(stream)));
            }
            all.add(new Exchange(
                    "stream-" + pairs,
                    "one way, 100 bytes, %d pair%s, %,d messages".formatted(pairs, pairs == 1 ? "" : "s", MESSAGES),
                    "us/message",
                    () -> sojourn().stream(stream),
                    peers));
        }
        all.addAll(creations());
        all.addAll(moves());
        all.addAll(runs());
        if (withTls) {
            all.addAll(encryptions());
        }
        return all;
    }

    private List<Exchange> encryptions() {
        List<Exchange> all = new ArrayList<>();
        for (int size : SIZES) {
            all.add(new Exchange(
                    "ping-pong-" + size + "-tls",
                    "%,d bytes to and fro by TLS, median of %,d".formatted(size, ROUNDS),
                    "us",
                    () -> encrypted().roundTrip(size, ROUNDS),
                    List.of(new Peer(IN_CLEAR, 0, () -> sojourn().roundTrip(size, ROUNDS)))));
        }
        for (int pairs : PAIRS) {
            Stream stream = new Stream(MESSAGES / pairs, pairs);
            all.add(new Exchange(
                    "stream-" + pairs + "-tls",
                    "one way by TLS, 100 bytes, %d pair%s, %,d messages"
                            .formatted(pairs, pairs == 1 ? "" : "s", MESSAGES),
                    "us/message",
                    () -> encrypted().stream(stream),
                    List.of(new Peer(IN_CLEAR, 0, () -> sojourn().stream(stream)))));
        }
        return all;
    }

    private List<Exchange> creations() {
        return List.of(
                new Exchange(
                        "creation",
                        "until the creator goes on, median of %,d in a row (goal: 1)".formatted(CREATIONS),
                        "us",
                        () -> sojourn().create(CREATIONS),
                        List.of()),
                new Exchange(
                        "creation-first",
                        "until the creator goes on, one by itself",
                        "us",
                        () -> sojourn().create(1),
                        List.of()),
                new Exchange(
                        "creation-answer",
                        "first answer of a part created for it, median of %,d".formatted(ROUNDS),
                        "us",
                        () -> sojourn().answer(true, ROUNDS),
                        List.of(new Peer(
                                "one that was there", 1 / 1.2, () -> sojourn().answer(false, ROUNDS)))));
    }

    private List<Exchange> moves() {
        return List.of(
                new Exchange(
                        "move",
                        "an idle selector with 1 KiB, median of %,d one after the other".formatted(MOVES),
                        "us",
                        () -> sojourn().moves().oneByOne(MOVES),
                        List.of(new Peer("round trip", 1 / 2.0, () -> sojourn().roundTrip(1024, ROUNDS)))),
                new Exchange(
                        "moves",
                        "%d such at a time, %d moves of each (goal: 100)".formatted(TRAVELLERS, MOVES_EACH),
                        "us/move",
                        () -> sojourn().moves().many(TRAVELLERS, MOVES_EACH),
                        List.of()));
    }

    private List<Exchange> runs() {
        List<Exchange> runs = new ArrayList<>();
        Peer trip = new Peer("round trip", 1 / 3.0, () -> sojourn().roundTrip(100, ROUNDS));
        runs.add(new Exchange(
                "ping-pong-run",
                "a number to and fro, mean of the first %,d of a run whose main has returned".formatted(TRIPS),
                "us",
                () -> Runs.toAndFro(HEAP_MEGABYTES, TRIPS, false),
                List.of(new Peer("main goes on", 1 / 1.1, () -> Runs.toAndFro(HEAP_MEGABYTES, TRIPS, true)))));
        runs.add(new Exchange(
                "termination",
                "announced after the last message of %,d to and fro, a run each time".formatted(TRIPS),
                "us",
                () -> Runs.termination(HEAP_MEGABYTES, TRIPS),
                List.of(trip)));
        runs.add(new Exchange(
                "termination-cold",
                "announced after a message to and fro, the only one of the run",
                "us",
                () -> Runs.termination(HEAP_MEGABYTES, 1),
                List.of(trip)));
        String home = System.getenv().getOrDefault(HOME, "");
        if (!home.isEmpty()) {
            runs.add(new Exchange(
                    "start",
                    "first message at the last of %d places, from the command".formatted(PLACES),
                    "ms",
                    () -> Runs.firstMessage(Path.of(home), PLACES),
                    List.of(new Peer("%d JVMs that say hello".formatted(PLACES), 0.5, () -> Runs.hello(PLACES)))));
        }
        return runs;
    }

    private SojournPair sojourn() {
        if (sojourn.isEmpty()) {
            sojourn = Optional.of(pair(false));
        }
        return sojourn.get();
    }

    private SojournPair encrypted() {
        if (encrypted.isEmpty()) {
            encrypted = Optional.of(pair(true));
        }
        return encrypted.get();
    }

    private SojournPair pair(boolean tls) {
        SojournPair started = new SojournPair(HEAP_MEGABYTES, tls);
        ends.push(started::close);
        return started;
    }

    private RawSockets raw() throws IOException {
        if (raw.isEmpty()) {
            RawSockets started = new RawSockets(HEAP_MEGABYTES);
            ends.push(started::close);
            raw = Optional.of(started);
        }
        return raw.get();
    }

    private Artery artery() throws IOException {
        if (artery.isEmpty()) {
            Artery started = new Artery(HEAP_MEGABYTES);
            ends.push(started::close);
            artery = Optional.of(started);
        }
        return artery.get();
    }

    /** Ends what was started, the last first. If Sojourn's run has failed it says so. */
    @Override
    public void close() {
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
    }
}
