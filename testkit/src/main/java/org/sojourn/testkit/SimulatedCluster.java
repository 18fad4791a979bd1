package org.sojourn.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancer;
import org.sojourn.kernel.balance.Balancers;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.place.Guests;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.FourCounter;
import org.sojourn.kernel.quiesce.Termination.Detector;
import org.sojourn.net.codec.AllowRule;
import org.sojourn.net.codec.CodecOptions;
import org.sojourn.net.codec.ForyCodec;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorPlace;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Settings;

/**
 * A whole cluster in one JVM, on one thread, in virtual time, under one seed.
 *
 * <pre>{@code
 * Seeds.of(100).check(seed -> {
 *   try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
 *     Handle<String> greeter = cluster.place(0).create(new Place(2), Greeter::new);
 *     greeter.send("hello");
 *     assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
 *   }
 * });
 * }</pre>
 *
 * <p><b>What is real.</b> Kernel, selectors, codec, handshake, link session and termination are the shipped classes.
 * What isn't: the clock, the workers, the connections (pairs of byte streams, with a delay for each piece, which may
 * be lost at any byte), and membership. All of these take what they leave open from the seed. What goes wrong by order is
 * {@link #partition}, {@link #block}, {@link #pause}, {@link #crash} and {@link #restart}; places come and go by {@link #join} and {@link
 * #leave}.
 *
 * <p><b>Time</b> passes only in {@link #run}, {@link #advance} and {@link #await}; between these calls the caller's
 * code is the program's main, at any place that it likes. {@code join} and {@code get} of an answer have the cluster run as well,
 * until the answer or its time-out is there. Nothing may wait in another way, such as for {@code
 * CompletableFuture.allOf}: nothing else would run.
 *
 * <p><b>Determinism.</b> Equal seeds give equal runs, also in another JVM, if the program depends on nothing but its
 * messages. {@link #trace} shows by its hash whether two runs were equal.
 *
 * <p>Not safe for use by several threads; different clusters may be used by different threads.
 */
public final class SimulatedCluster implements AutoCloseable {
    /** How many events a trace has in words. */
    static final String TRACE = "sojourn.trace";

    /** About how often places look which names they don't need any more, in virtual nanoseconds. */
    private static final String FORGET = "sojourn.forget.nanos";

    private final Cluster cluster;

    private SimulatedCluster(Settings settings) {
        this.cluster = new Cluster(settings);
    }

    /**
     * Makes a cluster with the defaults of a {@linkplain #builder builder}. Classes of the caller's package and those
     * below it may travel.
     *
     * @param places how many places, 1 to {@value Settings#MAX_PLACES}
     * @param seed decides everything that could happen in one way or another
     * @return a running cluster
     */
    public static SimulatedCluster of(int places, long seed) {
        return new Builder(caller()).places(places).seed(seed).start();
    }

    /**
     * Begins to describe a cluster. Classes of the caller's package and those below it may travel.
     *
     * @return three places, seed 1, two workers each, delays from 20 microseconds to 2 milliseconds, no losses
     */
    public static Builder builder() {
        return new Builder(caller());
    }

    /** For the program that a class belongs to. */
    static Builder builder(Class<?> program) {
        return new Builder(program);
    }

    private static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(type -> type != SimulatedCluster.class && type != TestPlace.class)
                        .findFirst())
                .orElse(SimulatedCluster.class);
    }

    /** Describes a cluster. */
    public static final class Builder {
        private final Class<?> program;
        private final Set<String> packages = new LinkedHashSet<>();
        private int places = 3;
        private long seed = 1;
        private int workers = 2;
        private long workerNanos = 20_000;
        private boolean ownClocks;
        private Duration least = Duration.ofNanos(20_000);
        private Duration most = Duration.ofNanos(2_000_000);
        private int losses;
        private int refusals;
        private int linkBytes = Bound.LINK_QUEUE_BYTES.intValue();
        private String policies = "";
        private boolean copyLocal;
        private BalanceSettings balance = BalanceSettings.NONE;
        private @Nullable Function<Balancing, Balancer> balancer;
        private @Nullable Codec codec;
        private Supplier<Detector> detector = FourCounter::new;
        private Duration limit = Duration.ofMinutes(10);
        private long maxEvents = 50_000_000;
        private Duration silence = Duration.ofMillis(Bound.LOCAL_SILENCE_MILLIS.value());
        private int fanOut;
        private long forgetNanos = Long.getLong(FORGET, 0);
        private Consumer<Kernel> guests = kernel -> {};
        private int traced = Integer.getInteger(TRACE, 40);

        private Builder(Class<?> program) {
            this.program = program;
            packages.add(program.getPackageName());
        }

        /**
         * Sets the number of places.
         *
         * @param count 1 to {@value Settings#MAX_PLACES}
         * @return this
         */
        public Builder places(int count) {
            places = count;
            return this;
        }

        /**
         * Sets the seed.
         *
         * @param value any
         * @return this
         */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Sets the workers of each place. More of them run selectors in more orders.
         *
         * @param count 1 to 32
         * @return this
         */
        public Builder workers(int count) {
            workers = count;
            return this;
        }

        /**
         * Sets how long bytes are on their way between places; each piece takes a time of its own, in order.
         *
         * @param shortest not negative
         * @param longest not below the shortest
         * @return this
         */
        public Builder delays(Duration shortest, Duration longest) {
            least = Objects.requireNonNull(shortest, "shortest is null; give a time");
            most = Objects.requireNonNull(longest, "longest is null; give a time");
            return this;
        }

        /**
         * Gives each place a clock of its own, as machines have: the clocks start at different times, run up to twice as fast as the
         * simulation's or half as fast, and jump ahead now and then. Timers and time-outs keep to the clock of the place that they
         * are at.
         *
         * @return this
         */
        public Builder ownClocks() {
            ownClocks = true;
            return this;
        }

        /**
         * Sets how often a connection is lost: both ends find it closed, and some of the bytes that were on their way never
         * arrive. The links make new ones.
         *
         * @param perMillion of a million pieces of bytes, so many meet their connection's end
         * @return this
         */
        public Builder lostConnections(int perMillion) {
            losses = perMillion;
            return this;
        }

        /**
         * Sets how often an attempt to connect fails.
         *
         * @param perMillion of a million attempts
         * @return this
         */
        public Builder refusedConnections(int perMillion) {
            refusals = perMillion;
            return this;
        }

        /**
         * Sets how much may be on its way to a place without acknowledgement, and how much may wait for it besides
         * before its senders are muted.
         *
         * @param bytes each of the two, at least 1; 8 MiB unless set
         * @return this
         */
        public Builder linkBytes(int bytes) {
            linkBytes = bytes;
            return this;
        }

        /**
         * Sets the policies by which selectors run. Each thread that a policy would start is an event of the simulation.
         *
         * @param rules a policy for all selectors, or {@code Kind=POLICY} for some, separated by commas
         * @return this
         */
        public Builder policies(String rules) {
            policies = Objects.requireNonNull(rules, "rules is null; give a policy, Kind=POLICY, or an empty text");
            return this;
        }

        /**
         * Lets local messages go through the codec as well, to find out on one place whether everything can travel.
         *
         * @return this
         */
        public Builder copies() {
            copyLocal = true;
            return this;
        }

        /**
         * Has work balanced over places, as {@code ./sojourn run --balance} does.
         *
         * @param policy {@code none}, {@code poll}, {@code measure} or {@code rotate}
         * @return this
         * @throws IllegalArgumentException if there is no such policy
         */
        public Builder balance(String policy) {
            balance = BalanceSettings.of(
                    Objects.requireNonNull(policy, () -> "policy is null; give one of " + BalanceSettings.POLICIES));
            return this;
        }

        /** Balances with a budget, or dry, or by another policy than the shipped ones. */
        Builder balance(BalanceSettings settings, @Nullable Function<Balancing, Balancer> other) {
            balance = settings;
            balancer = other;
            return this;
        }

        /**
         * Lets classes of one more package travel.
         *
         * @param packageName it and those below it
         * @return this
         */
        public Builder allow(String packageName) {
            packages.add(Objects.requireNonNull(packageName, "packageName is null; give a package"));
            return this;
        }

        /**
         * Takes a codec that other clusters use as well; making one costs more than a short run.
         *
         * @param shared what {@link #newCodec} of a builder for the same program has made
         * @return this
         */
        public Builder codec(Codec shared) {
            codec = Objects.requireNonNull(shared, "shared is null; give what newCodec() returns, or leave it out");
            return this;
        }

        /**
         * Takes another detector of termination than the shipped one.
         *
         * @param other makes a detector for each place; only that of the init place is asked
         * @return this
         */
        public Builder detector(Supplier<Detector> other) {
            detector = Objects.requireNonNull(other, "other is null; give what makes detectors, or leave it out");
            return this;
        }

        /**
         * Sets how long a run may take without getting on. Waiting for a timer isn't getting on.
         *
         * @param virtual in virtual time, after everything is quiet; 10 minutes unless set
         * @param events in events; 50 million unless set
         * @return this
         */
        public Builder limit(Duration virtual, long events) {
            limit = Objects.requireNonNull(virtual, "virtual is null; give a time");
            maxEvents = events;
            return this;
        }

        /**
         * Sets how long a place may be silent before it is out.
         *
         * @param bound 30 seconds unless set
         * @return this
         */
        public Builder silence(Duration bound) {
            silence = Objects.requireNonNull(bound, "bound is null; give a time");
            return this;
        }

        /**
         * Has places look all the time which names they don't need any more, so that those of selectors that have exited are forgotten as soon
         * as they may be.
         *
         * @param time about how long between two looks of a place; unless set what {@code -Dsojourn.forget.nanos=N} says, or, with 0,
         *     as long as in a real run, which mostly is longer than a simulated one takes
         * @return this
         */
        public Builder forgets(Duration time) {
            forgetNanos = Objects.requireNonNull(time, "time is null; give one").toNanos();
            return this;
        }

        /**
         * Sets how much of what has happened a trace says in words.
         *
         * @param events the last so many, 1 to a million; unless set what {@code -Dsojourn.trace=N} says, or 40
         * @return this
         */
        public Builder traced(int events) {
            traced = events;
            return this;
        }

        /** Workers begin at once, so that no virtual time passes before the place is idle. */
        Builder promptWorkers() {
            workerNanos = 0;
            return this;
        }

        /** Workers take their time, so that work is still there when others hear of it. */
        Builder slowWorkers(Duration longest) {
            workerNanos = longest.toNanos();
            return this;
        }

        /** Registers guests besides the selectors with the kernel of each place. */
        Builder guests(Consumer<Kernel> registers) {
            guests = registers;
            return this;
        }

        /** Has the waves of termination go on to so many places from each. */
        Builder waves(int fanOut) {
            this.fanOut = fanOut;
            return this;
        }

        private AllowRule rule() {
            Set<String> own = Guests.travelling(loader());
            own.addAll(SelectorPlace.travelling());
            return new AllowRule(packages, own);
        }

        /**
         * Makes a codec for {@link #codec}.
         *
         * @return the production codec, for one thread's clusters if runs are to be replayed by their seeds
         */
        public Codec newCodec() {
            return new ForyCodec(new CodecOptions(
                    rule(),
                    loader(),
                    List.of(),
                    Selector.class::isAssignableFrom,
                    CodecOptions.DEFAULT_MAX_PAYLOAD_BYTES));
        }

        private ClassLoader loader() {
            ClassLoader loader = program.getClassLoader();
            return loader != null ? loader : ClassLoader.getSystemClassLoader();
        }

        Settings settings() {
            return new Settings(
                    places,
                    seed,
                    workers,
                    workerNanos,
                    ownClocks,
                    least.toNanos(),
                    most.toNanos(),
                    losses,
                    refusals,
                    linkBytes,
                    policies,
                    copyLocal,
                    balance,
                    balancer == null ? Balancers.of(balance) : balancer,
                    codec != null ? codec : newCodec(),
                    loader(),
                    rule()::permits,
                    detector,
                    limit.toNanos(),
                    maxEvents,
                    silence.toNanos(),
                    fanOut,
                    forgetNanos,
                    traced,
                    guests);
        }

        /**
         * Makes the cluster.
         *
         * @return a running cluster
         * @throws IllegalArgumentException if something is out of bounds
         */
        public SimulatedCluster start() {
            return new SimulatedCluster(settings());
        }
    }

    /**
     * Returns the selectors of a place; after a restart, of its new incarnation.
     *
     * @param number the place, 0 being the init place
     * @return its system
     */
    public SelectorSystem place(int number) {
        return cluster.selectors(checked(number));
    }

    /**
     * Returns what a program at a place uses a guest by that isn't selectors, such as the network of messengers.
     *
     * @param <T> the guest's type
     * @param number the place, 0 being the init place
     * @param type the guest's type
     * @return the guest
     * @throws IllegalStateException if there is none of that type on the class path
     */
    public <T> T guest(int number, Class<T> type) {
        Objects.requireNonNull(type, "type is null; give that of a guest, such as Network.class");
        return cluster.guest(checked(number), type);
    }

    /**
     * Lets main return and the cluster run until it has terminated, which the shipped detector decides.
     *
     * @return how the run has ended
     * @throws AssertionError if it doesn't end, with what is at work, what waits, and for what; or if termination was
     *     announced while something was at work
     */
    public Ending run() {
        cluster.mainReturned();
        running(() -> cluster.run(() -> cluster.ending() != null));
        if (!cluster.falseness().isEmpty()) {
            throw failure("termination was announced falsely: " + String.join("; ", cluster.falseness()), null);
        }
        return ending();
    }

    /**
     * Lets virtual time pass.
     *
     * @param time how much
     */
    public void advance(Duration time) {
        Objects.requireNonNull(time, "time is null; give one, such as Duration.ofSeconds(1)");
        running(() -> cluster.advance(time.toNanos()));
    }

    /**
     * Lets the cluster run until a future is complete.
     *
     * @param future what a request gave, for example
     * @param <T> its value
     * @return its value
     * @throws java.util.concurrent.CompletionException if it completes exceptionally
     * @throws AssertionError if it never completes
     */
    public <T> T await(CompletableFuture<T> future) {
        Objects.requireNonNull(future, "future is null; give one that the cluster completes");
        running(() -> cluster.run(future::isDone));
        return future.join();
    }

    private void running(Runnable run) {
        try {
            run.run();
        } catch (AssertionError e) {
            throw failure(String.valueOf(e.getMessage()), e);
        }
    }

    private AssertionError failure(String what, @Nullable Throwable cause) {
        return new AssertionError(
                "the simulated cluster with seed " + cluster.simulation().seed() + ", after "
                        + cluster.simulation().happened() + " events and "
                        + cluster.simulation().nanoTime() / 1_000
                        + " us of virtual time: " + what + "\nits last events:\n  "
                        + String.join("\n  ", trace().tail()),
                cause);
    }

    /**
     * Describes what all places do and wait for, as {@code Sojourn.dump()} of a real run does. Virtual time passes: the
     * places are asked.
     *
     * @return lines
     */
    public String dump() {
        return await(cluster.dump(0));
    }

    /**
     * Returns how the run has ended.
     *
     * @return word, sentences and each place's report
     * @throws IllegalStateException if it hasn't
     */
    public Ending ending() {
        Ending ending = cluster.ending();
        if (ending == null) {
            throw new IllegalStateException("the run has not ended; call run() first");
        }
        return ending;
    }

    /**
     * Loses the connection between two places now, if there is one; the links make another.
     *
     * @param one a place
     * @param other another
     */
    public void cut(int one, int other) {
        cluster.cut(one, other);
    }

    /**
     * Cuts places off from all others, both ways. What is sent between the two sides waits until {@link #heal}, as far as both
     * places stay in the run; see {@link Builder#silence}.
     *
     * <p>The side that holds the init place lives. After the silence bound, and up to a tenth more, it declares the places of the
     * other out; each of these ends when it hasn't heard the init place for so long, or when it hears that it is out.
     *
     * @param places one side; the other is all the rest
     * @throws IllegalArgumentException if there is no such place
     */
    public void partition(int... places) {
        Objects.requireNonNull(places, "places is null; give numbers of places");
        for (int one = 0; one < cluster.members(); one++) {
            for (int other : places) {
                if (!contains(places, one)) {
                    block(one, other);
                    block(other, one);
                }
            }
        }
    }

    private static boolean contains(int[] places, int place) {
        return Arrays.stream(places).anyMatch(each -> each == place);
    }

    /**
     * Cuts the way from a place to another; the way back stays. What is sent by it waits until {@link #heal}. If one of the two is
     * the init place, the other is out after the silence bound.
     *
     * @param from a place
     * @param to another
     * @throws IllegalArgumentException if there is no such place
     */
    public void block(int from, int to) {
        cluster.block(checked(from), checked(to));
    }

    /** Opens all ways that were cut by {@link #partition} and {@link #block}. What has waited arrives. */
    public void heal() {
        cluster.heal();
    }

    /**
     * Pauses a place, as a signal does or a machine that is out of breath: nothing happens there until {@link #resume}.
     * No place is told;
     * after the silence bound, and up to a tenth more, the place is out. If it is the init place, the others end.
     *
     * @param place its number
     * @throws IllegalArgumentException if there is no such place
     */
    public void pause(int place) {
        cluster.pause(checked(place));
    }

    /**
     * Lets a paused place go on. What was due meanwhile happens now; if the place was declared out, it learns that and ends.
     *
     * @param place its number
     * @throws IllegalArgumentException if there is no such place
     */
    public void resume(int place) {
        cluster.resume(checked(place));
    }

    /**
     * Kills a place. The others learn of it by a view.
     *
     * @param number the place, not the init place
     * @throws IllegalArgumentException if it is the init place, or there is no such place
     */
    public void crash(int number) {
        cluster.crash(notInit(number));
    }

    /**
     * Starts a place anew: another member with the same number, where nothing lives. If it still runs it is killed
     * first. Handles of what lived there reach nothing, and what the predecessor had sent and hasn't arrived never
     * will.
     *
     * @param number the place, not the init place
     * @throws IllegalArgumentException if it is the init place, or there is no such place
     */
    public void restart(int number) {
        cluster.restart(notInit(number));
    }

    /**
     * Starts another place, which joins the run as {@code ./sojourn place --join} does. The others learn of it by a view, each in its
     * own time.
     *
     * @return its number, one more than the highest so far
     */
    public int join() {
        return cluster.join();
    }

    /**
     * Has a place leave in order, as {@code ./sojourn place --leave} does: everything leaves it, and it ends when no
     * other place needs it any more.
     * Virtual time has to pass for that.
     *
     * @param number the place, not the init place
     * @return why it stays, a sentence; empty when it has ended
     * @throws IllegalArgumentException if it is the init place, or there is no such place
     * @throws IllegalStateException if there is no other place to go to
     */
    public CompletableFuture<String> leave(int number) {
        return cluster.leave(notInit(number));
    }

    /**
     * Returns whether a place runs or is paused, and hasn't ended.
     *
     * @param number the place
     * @return false if it was killed, or has ended because it was out
     * @throws IllegalArgumentException if there is no such place
     */
    public boolean isAlive(int number) {
        return !cluster.hasEnded(checked(number));
    }

    private int notInit(int place) {
        if (place == 0) {
            throw new IllegalArgumentException("p0 is the init place: the run would end with it");
        }
        return checked(place);
    }

    private int checked(int place) {
        if (place < 0 || place >= cluster.members()) {
            throw new IllegalArgumentException(
                    "there is no p" + place + "; the places are p0 to p" + (cluster.members() - 1));
        }
        return place;
    }

    /**
     * Returns what the program has reported by {@code result}.
     *
     * @return values as JSON, by key
     */
    public Map<String, String> results() {
        return Map.copyOf(cluster.results());
    }

    /**
     * Returns the exit status that the program has asked for by {@code stop}.
     *
     * @return 0 unless it did
     */
    public int status() {
        return cluster.status();
    }

    /**
     * Returns the messages that could not be delivered.
     *
     * @param number the place
     * @return dead letters so far
     */
    public long deadLetters(int number) {
        return cluster.kernel(checked(number)).site().deadLetters().total();
    }

    /**
     * Returns the seed, which may also decide what the test itself leaves open.
     *
     * @return as given
     */
    public long seed() {
        return cluster.simulation().seed();
    }

    /**
     * Returns how much virtual time has passed.
     *
     * @return since the start
     */
    public Duration now() {
        return Duration.ofNanos(cluster.simulation().nanoTime());
    }

    /**
     * Returns the trace.
     *
     * @return what has happened so far
     */
    public Trace trace() {
        return new Trace(cluster.simulation().traceHash(), cluster.simulation().traceTail());
    }

    /** For tests of the runtime itself. */
    Cluster cluster() {
        return cluster;
    }

    /** Stops all places. */
    @Override
    public void close() {
        cluster.stop();
    }
}
