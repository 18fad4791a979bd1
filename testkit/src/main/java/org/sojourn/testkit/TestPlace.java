package org.sojourn.testkit;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorFactory;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Cluster;

/**
 * One place with one worker, stepped by the test, in virtual time: for tests of one selector.
 *
 * <pre>{@code
 * try (TestPlace place = TestPlace.open()) {
 *   Probe<String> customer = place.probe(String.class);
 *   Handle<BufferMessage> buffer = place.create(() -> new BoundedBuffer(1));
 *   buffer.send(new Take(customer.handle()));
 *   customer.expectNothing();
 *   buffer.send(new Put("tea"));
 *   customer.expect("tea");
 * }
 * }</pre>
 *
 * <p>Nothing runs except within the methods of this class and of its probes; virtual time passes only in
 * {@link #advance}. Every run of a test is the same. If you wait for an answer by {@code join} or {@code get} instead
 * of {@link #await}, the place runs as well, and time passes, until the answer or its time-out is there, as in a real
 * run.
 *
 * <p>Not safe for use by several threads.
 */
public final class TestPlace implements AutoCloseable {
    private final SimulatedCluster simulated;
    private final Cluster cluster;
    private int probes;

    private TestPlace(SimulatedCluster simulated) {
        this.simulated = simulated;
        this.cluster = simulated.cluster();
    }

    /**
     * Opens a place where messages are passed by reference.
     *
     * @return a place
     */
    public static TestPlace open() {
        return new TestPlace(
                SimulatedCluster.builder().places(1).workers(1).promptWorkers().start());
    }

    /**
     * Opens a place where messages go through the codec, as between places: what can't travel is refused. Classes of the
     * caller's package and those below it may travel.
     *
     * @return a place
     */
    public static TestPlace copying() {
        return new TestPlace(SimulatedCluster.builder()
                .places(1)
                .workers(1)
                .promptWorkers()
                .copies()
                .allow(TestPlace.class.getPackageName()) // what tells a probe whom to watch
                .start());
    }

    /**
     * Returns the place's system.
     *
     * @return as selectors see it
     */
    public SelectorSystem system() {
        return simulated.place(0);
    }

    /**
     * Creates a selector.
     *
     * @param factory constructs it, when the place runs
     * @param <M> its messages
     * @return its handle
     */
    public <M> Handle<M> create(SelectorFactory<M> factory) {
        return system().create(factory);
    }

    /**
     * Makes a probe.
     *
     * @param type its messages
     * @param <M> its messages
     * @return a probe without messages
     */
    public <M> Probe<M> probe(Class<M> type) {
        Objects.requireNonNull(type, "type is null; give a class, such as Object.class");
        return new Probe<>(this, "probe " + ++probes + " for " + type.getSimpleName());
    }

    /** Lets the place run until it is idle. No virtual time-out fires. */
    public void run() {
        runUntil(() -> false);
    }

    /** Lets it run until a condition holds or it is idle. */
    void runUntil(BooleanSupplier condition) {
        cluster.settle(condition);
    }

    /**
     * Lets virtual time pass: timers and time-outs of requests fire when it has come to them.
     *
     * @param time how much
     */
    public void advance(Duration time) {
        Objects.requireNonNull(time, "time is null; give one, such as Duration.ofSeconds(1)");
        run();
        cluster.advance(time.toNanos());
        run();
    }

    /**
     * Lets the place run until a future is complete.
     *
     * @param future what a request gave, for example
     * @param <T> its value
     * @return its value
     * @throws java.util.concurrent.CompletionException if it completed exceptionally
     * @throws AssertionError if the place is idle and it isn't complete
     */
    public <T> T await(CompletableFuture<T> future) {
        Objects.requireNonNull(future, "future is null; give one that the place completes");
        runUntil(future::isDone);
        if (!future.isDone()) {
            throw failure("a future was expected to complete, but the place is idle");
        }
        return future.join();
    }

    /**
     * Lets main return: the run ends.
     *
     * @return how, with the words and sentences of a real run
     */
    public Ending end() {
        return simulated.run();
    }

    /**
     * Returns the messages that could not be delivered.
     *
     * @return dead letters so far
     */
    public long deadLetters() {
        return simulated.deadLetters(0);
    }

    AssertionError failure(String what) {
        return new AssertionError(what + "; " + deadLetters() + " dead letters; what waits: " + cluster.describe());
    }

    /** Stops the place. */
    @Override
    public void close() {
        simulated.close();
    }
}
