package org.sojourn.bench.hal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.bench.remote.Exchange.Peer;
import org.sojourn.bench.remote.SojournPair;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;

/**
 * The rows of {@code bench balance}: two places with a worker each, balanced by a policy, and beside it two that aren't. Skewed
 * work begins at the first place all of it; even work is dealt out, so that there is nothing to gain.
 */
public final class Balanced implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 512;
    private static final int PLACES = 2;
    private static final int FIBONACCI = 40;
    private static final long FIBONACCI_VALUE = 102_334_155;
    private static final int GRAINS = 64;
    private static final int ROUNDS = 200;
    private static final double LEAST_GAIN = 1.3;
    private static final double MOST_LOSS = 0.95;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String UNBALANCED = "none";

    private final Map<String, Sojourn> runs = new TreeMap<>();

    /** Nothing is started yet. */
    public Balanced() {}

    /**
     * Returns the rows.
     *
     * @return all of them
     */
    public List<Exchange> all() {
        return List.of(
                row(
                        "skewed-fibonacci-poll",
                        "number 40, all at one place, what is below six levels is called; poll",
                        LEAST_GAIN,
                        "poll",
                        this::fibonacci),
                row(
                        "skewed-grains-poll",
                        grains("all at one place; poll"),
                        LEAST_GAIN,
                        "poll",
                        run -> grains(run, false)),
                row(
                        "skewed-grains-measure",
                        grains("all at one place; measure"),
                        LEAST_GAIN,
                        "measure",
                        run -> grains(run, false)),
                row(
                        "even-grains-poll",
                        grains("half at each place; poll"),
                        MOST_LOSS,
                        "poll",
                        run -> grains(run, true)),
                row(
                        "even-grains-measure",
                        grains("half at each place; measure"),
                        MOST_LOSS,
                        "measure",
                        run -> grains(run, true)));
    }

    private static String grains(String how) {
        return "%d selectors with %d messages of work each, %s".formatted(GRAINS, ROUNDS, how);
    }

    /** What a run does once. */
    private interface Work {
        double millis(Sojourn run);
    }

    private Exchange row(String name, String what, double goal, String policy, Work work) {
        return new Exchange(
                name,
                what,
                "ms",
                () -> work.millis(run(policy)),
                List.of(new Peer(UNBALANCED, goal, () -> work.millis(run(UNBALANCED)))));
    }

    private Sojourn run(String policy) {
        return runs.computeIfAbsent(
                policy,
                named -> Sojourn.start(SojournPair.config(PLACES, HEAP_MEGABYTES)
                        .withWorkers(1)
                        .withBalance(named)));
    }

    private double fibonacci(Sojourn run) {
        Handle<Object> root = run.create(FibonacciRoot::new);
        long start = System.nanoTime();
        long number = root.<Long>request(asker -> new FibonacciRoot.Ask(FIBONACCI, false, false, asker), PATIENCE)
                .join();
        return checked("Fibonacci's number " + FIBONACCI, number, FIBONACCI_VALUE, start);
    }

    private double grains(Sojourn run, boolean isEven) {
        Handle<Object> sower = run.create(Sower::new);
        long start = System.nanoTime();
        long sum = sower.<Long>request(asker -> new Sower.Sow(GRAINS, ROUNDS, isEven, asker), PATIENCE)
                .join();
        return checked("the sum of all grains", sum, GRAINS * (long) ROUNDS * Sower.VALUE, start);
    }

    private static double checked(String what, long value, long expected, long start) {
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        if (value != expected) {
            throw new IllegalStateException(what + " is " + expected + ", not " + value);
        }
        return millis;
    }

    /** Ends what was started; a run that has failed says so. */
    @Override
    public void close() {
        runs.values().forEach(Sojourn::close);
        runs.clear();
    }
}
