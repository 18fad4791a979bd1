package org.sojourn.bench.hal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.Exchange.Peer;
import org.sojourn.bench.remote.SojournPair;
import org.sojourn.examples.cannon.Cannon;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/**
 * The rows of {@code bench hal}, with what the paper has for them (on SPARC processors of 33 MHz). There is one run at a time,
 * started for the first row that needs its number of places.
 */
public final class Paper implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 512;
    private static final int ROUNDS = 2_000;
    private static final int IN_A_ROW = 10_000;
    private static final int CHECKS = 10_000_000;
    private static final int FIBONACCI = 33;
    private static final long FIBONACCI_VALUE = 3_524_578;
    private static final int GRID = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String UNBALANCED = "none";
    private static final String PLAIN = "plain Java";

    private Optional<SojournPair> pair = Optional.empty();
    private Optional<Sojourn> run = Optional.empty();

    /** How the places of that run are balanced. */
    private String balance = UNBALANCED;

    /** Nothing is started yet. */
    public Paper() {}

    /**
     * Returns the rows, in the order of the paper's tables.
     *
     * @return all of them
     */
    public List<Exchange> all() {
        List<Exchange> all = new ArrayList<>();
        all.addAll(primitives());
        for (int places : new int[] {1, 2, 4}) {
            all.add(fibonacci(places, true));
        }
        for (int places : new int[] {1, 2, 4}) {
            all.add(fibonacci(places, false));
        }
        for (int places : new int[] {1, 2, 4}) {
            all.add(balancedFibonacci(places));
        }
        for (int places : new int[] {1, 2, 4}) {
            for (int side : new int[] {256, 512, 1024}) {
                all.add(new Exchange(
                        "systolic-%d-%d".formatted(side, places),
                        "Table 5: %1$d x %1$d on a grid of %2$d x %2$d, %3$s".formatted(side, GRID, counted(places)),
                        "ms",
                        () -> Cannon.timed(system(places), side, GRID).toNanos() / NANOS_PER_MILLI,
                        List.of()));
            }
        }
        for (int places : new int[] {1, 2, 4}) {
            for (int size : new int[] {256, 512}) {
                for (CholeskyProcessor.Way way : CholeskyProcessor.Way.values()) {
                    all.add(cholesky(places, size, way));
                }
            }
        }
        return all;
    }

    private List<Exchange> primitives() {
        return List.of(
                local("creation", "Table 2: local creation (paper: 8.01)", Primitives.Primitive.CREATION, IN_A_ROW),
                remote(
                        "remote-creation",
                        "Table 2: remote creation, until the creator goes on (5.83)",
                        () -> pair().create(1_000)),
                remote(
                        "remote-created",
                        "Table 2: remote creation, first answer less the way back (20.83)",
                        () -> pair().answer(true, ROUNDS) - pair().roundTrip(100, ROUNDS) / 2),
                local(
                        "send",
                        "Tables 2, 3: local send and dispatch to an idle one (0.45; invocation 1.45)",
                        Primitives.Primitive.SEND_TO_IDLE,
                        IN_A_ROW),
                local(
                        "send-queued",
                        "Table 2: local send and dispatch by the queue (5.67)",
                        Primitives.Primitive.SEND_QUEUED,
                        IN_A_ROW),
                remote(
                        "remote-send",
                        "Tables 2, 3: remote send and dispatch, half a round trip (9.91)",
                        () -> pair().roundTrip(100, ROUNDS) / 2),
                local("locality-check", "Table 2: locality check (1.00)", Primitives.Primitive.LOCALITY_CHECK, CHECKS));
    }

    private Exchange local(String name, String what, Primitives.Primitive primitive, int times) {
        return new Exchange(name, what, "us", () -> primitive(primitive, times), List.of());
    }

    private static Exchange remote(String name, String what, Exchange.Side side) {
        return new Exchange(name, what, "us", side, List.of());
    }

    private double primitive(Primitives.Primitive primitive, int times) {
        Handle<Object> doer = system(1).create(Primitives::new);
        return doer.<Double>request(asker -> new Primitives.Do(primitive, times, asker), PATIENCE)
                .join();
    }

    private Exchange fibonacci(int places, boolean kept) {
        return fibonacci(
                kept ? "kept" : "called",
                kept ? "11,405,773 creations" : "what stays is called",
                places,
                () -> system(places, UNBALANCED),
                new Ask(kept, true));
    }

    /** All of it begins at one place, and the others ask for work. */
    private Exchange balancedFibonacci(int places) {
        return fibonacci(
                "balanced",
                "11,405,773 creations, all of them begun at one place and balanced by polling",
                places,
                () -> system(places, "poll"),
                new Ask(true, false));
    }

    /** How the numbers are asked for. */
    private record Ask(boolean isKept, boolean isDealt) {}

    private Exchange fibonacci(String name, String how, int places, Supplier<SelectorSystem> system, Ask ask) {
        return new Exchange(
                "fibonacci-%s-%d".formatted(name, places),
                "Table 4: number %d, %s, %s".formatted(FIBONACCI, how, counted(places)),
                "ms",
                () -> {
                    Handle<Object> root = system.get().create(FibonacciRoot::new);
                    long start = System.nanoTime();
                    long number = root.<Long>request(
                                    asker -> new FibonacciRoot.Ask(FIBONACCI, ask.isKept(), ask.isDealt(), asker),
                                    PATIENCE)
                            .join();
                    return checked(number, start);
                },
                List.of(new Peer(PLAIN, 0, () -> {
                    long start = System.nanoTime();
                    return checked(FibonacciNumber.call(FIBONACCI), start);
                })));
    }

    private static double checked(long number, long start) {
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        if (number != FIBONACCI_VALUE) {
            throw new IllegalStateException("number " + FIBONACCI + " is " + FIBONACCI_VALUE + ", not " + number);
        }
        return millis;
    }

    private Exchange cholesky(int places, int size, CholeskyProcessor.Way way) {
        return new Exchange(
                "cholesky-%s-%d-%d".formatted(way.name().toLowerCase(Locale.ROOT), size, places),
                "Table 1: %1$s, %2$d x %2$d, %3$s".formatted(way, size, counted(places)),
                "ms",
                () -> {
                    Handle<CholeskyMaster.Message> master = system(places).create(() -> new CholeskyMaster(way, size));
                    return master.<Double>request(CholeskyMaster.Start::new, PATIENCE)
                            .join();
                },
                List.of(new Peer(PLAIN, 0, () -> {
                    long start = System.nanoTime();
                    double[][] factor = Columns.factor(size);
                    double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
                    Columns.check(factor);
                    return millis;
                })));
    }

    private SojournPair pair() {
        if (pair.isEmpty()) {
            close();
            pair = Optional.of(new SojournPair(HEAP_MEGABYTES));
        }
        return pair.get();
    }

    private static String counted(int places) {
        return places == 1 ? "1 place" : places + " places";
    }

    private SelectorSystem system(int places) {
        return system(places, UNBALANCED);
    }

    private SelectorSystem system(int places, String policy) {
        if (run.isEmpty() || run.get().places().size() != places || !policy.equals(balance)) {
            close();
            run = Optional.of(Sojourn.start(SojournPair.config(places, HEAP_MEGABYTES)
                    .withAllowed("org.sojourn.examples.cannon")
                    .withBalance(policy)));
            balance = policy;
        }
        return run.get();
    }

    /** Ends what was started; a run that has failed says so. */
    @Override
    public void close() {
        pair.ifPresent(SojournPair::close);
        pair = Optional.empty();
        run.ifPresent(Sojourn::close);
        run = Optional.empty();
    }
}
