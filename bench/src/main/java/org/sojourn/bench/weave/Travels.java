package org.sojourn.bench.weave;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.RawSockets;

/** The rows of {@code bench weave} that need another JVM. It is started when the first of them is measured, and ended by {@link #close}. */
public final class Travels implements AutoCloseable {
    private static final String PACKAGE = Travels.class.getPackageName() + ".hops";
    private static final List<String> CLASSES = List.of("HopRun", "HopRun$Idle", "Hopper", "Hopper$Go");
    private static final int HEAP_MEGABYTES = 256;
    private static final int BYTES = 1024;
    private static final int COUNT = 400;

    /** A hop may take three raw round trips. */
    private static final double GOAL = 1 / 3.0;

    private Optional<WovenJar> jar = Optional.empty();
    private Optional<Hops> hops = Optional.empty();
    private Optional<RawSockets> raw = Optional.empty();

    /** Nothing is started yet. */
    public Travels() {}

    /**
     * Makes the rows.
     *
     * @return one
     */
    public List<Exchange> all() {
        return List.of(new Exchange(
                "hop-" + BYTES,
                "a strand with %,d bytes hops to another JVM".formatted(BYTES),
                "us",
                () -> hops().hops(COUNT),
                List.of(
                        new Exchange.Peer("a selector that is moved", 0, () -> hops().moves(COUNT)),
                        new Exchange.Peer("raw round trip", GOAL, () -> raw().roundTrip(BYTES, COUNT)))));
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
        raw.ifPresent(RawSockets::close);
        jar.ifPresent(WovenJar::close);
    }
}
