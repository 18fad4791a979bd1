package org.sojourn.bench.weave;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.RawSockets;
import org.sojourn.bench.remote.SojournPair;

/** The rows of {@code bench weave} that need another JVM. It is started when the first of them is measured, and ended by {@link #close}. */
public final class Travels implements AutoCloseable {
    private static final String PACKAGE = Travels.class.getPackageName() + ".hops";
    private static final List<String> CLASSES = List.of("HopRun", "HopRun$Idle", "Hopper", "Hopper$Go");
    private static final int HEAP_MEGABYTES = 256;
    private static final int BYTES = 1024;
    private static final int COUNT = 400;

    /** A hop may take three raw round trips. */
    private static final double GOAL = 1 / 3.0;

    /** And a level that runs elsewhere one and a half. */
    private static final double BOUNCE_GOAL = 1 / 1.5;

    private static final int[] SIZES = {0, 1_024, 10_240, 102_400};
    private static final int LEAST = 100;
    private static final int LEVELS = 100;
    private static final double PAPERS_MIGRATION = 29_790;
    private static final double PAPERS_BOUNCE = 20_190;
    private static final double PAPERS_BYTES = 208;

    private Optional<WovenJar> jar = Optional.empty();
    private Optional<Hops> hops = Optional.empty();
    private Optional<RawSockets> raw = Optional.empty();
    private Optional<SojournPair> pair = Optional.empty();
    private Optional<Migrations> migrations = Optional.empty();

    /** Nothing is started yet. */
    public Travels() {}

    /**
     * Makes the rows.
     *
     * @return one
     */
    public List<Exchange> all() {
        List<Exchange> rows = new ArrayList<>(List.of(new Exchange(
                "hop-" + BYTES,
                "a strand with %,d bytes hops to another JVM".formatted(BYTES),
                "us",
                () -> hops().hops(COUNT),
                List.of(
                        new Exchange.Peer("a selector that is moved", 0, () -> hops().moves(COUNT)),
                        new Exchange.Peer("raw round trip", GOAL, () -> raw().roundTrip(BYTES, COUNT))))));
        for (int size : SIZES) {
            rows.add(new Exchange(
                    "thread-" + size,
                    "a thread in a loop, with %,d bytes, is ordered to another JVM and back: each move".formatted(size),
                    "us",
                    () -> asJvmsBegin(() -> migrations().moves(size, COUNT)),
                    beside(0, size, PAPERS_MIGRATION)));
        }
        for (int size : SIZES) {
            rows.add(new Exchange(
                    "thread-way-" + size,
                    "such a move, from what it does last at one place to what it does first at the other",
                    "us",
                    () -> asJvmsBegin(() -> migrations().ways(size, COUNT)),
                    beside(GOAL, size, PAPERS_MIGRATION)));
        }
        rows.add(new Exchange(
                "thread-bounce",
                "%d levels of the paper's DeltaE: each".formatted(LEVELS),
                "us",
                () -> asJvmsBegin(() -> migrations().bounces(LEVELS)),
                beside(BOUNCE_GOAL, 0, PAPERS_BOUNCE)));
        rows.add(new Exchange(
                "thread-bytes",
                "the smallest delta set (goal: 64)",
                "bytes",
                () -> asJvmsBegin(() -> migrations().bytes()),
                List.of(new Exchange.Peer("the paper's", 0, () -> PAPERS_BYTES))));
        return rows;
    }

    /** The figures of the paper, from eight machines of the year 1999 and an Ethernet of 100 Mbit/s, are beside it and no goal. */
    private List<Exchange.Peer> beside(double goal, int bytes, double papers) {
        int size = Math.max(bytes, LEAST);
        return List.of(
                new Exchange.Peer("a message to and fro", goal, () -> pair().roundTrip(size, COUNT)),
                new Exchange.Peer("raw round trip", 0, () -> raw().roundTrip(size, COUNT)),
                new Exchange.Peer("the paper's", 0, () -> papers));
    }

    /** The bench has a locale of its own for its tables, and frames go to no place that has another one. */
    private static double asJvmsBegin(Exchange.Side side) throws Exception {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.of(System.getProperty("user.language", ""), System.getProperty("user.country", "")));
        try {
            return side.measure();
        } finally {
            Locale.setDefault(before);
        }
    }

    private SojournPair pair() {
        if (pair.isEmpty()) {
            pair = Optional.of(new SojournPair(HEAP_MEGABYTES));
        }
        return pair.get();
    }

    private Migrations migrations() throws Exception {
        if (migrations.isEmpty()) {
            Migrations made = new Migrations();
            migrations = Optional.of(made);
            made.warmUp();
        }
        return migrations.get();
    }

    private Hops hops() throws IOException, ReflectiveOperationException {
        if (hops.isEmpty()) {
            WovenJar made = WovenJar.of(PACKAGE, CLASSES);
            jar = Optional.of(made);
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(made); // the program's classes, for its places
            try {
                hops = Optional.of((Hops) Class.forName(PACKAGE + ".HopRun", true, made)
                        .getConstructor()
                        .newInstance());
            } finally {
                thread.setContextClassLoader(before);
            }
        }
        return hops.get();
    }

    private RawSockets raw() throws IOException {
        if (raw.isEmpty()) {
            raw = Optional.of(new RawSockets(HEAP_MEGABYTES));
        }
        return raw.get();
    }

    @Override
    public void close() {
        hops.ifPresent(Hops::close);
        migrations.ifPresent(Migrations::close);
        pair.ifPresent(SojournPair::close);
        raw.ifPresent(RawSockets::close);
        jar.ifPresent(WovenJar::close);
    }
}
