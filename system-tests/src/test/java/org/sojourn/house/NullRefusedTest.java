package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.mapping.KindAdviser;
import org.sojourn.metrics.PlaceMeters;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Crew;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.NodeLeft;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorPlace;
import org.sojourn.selectors.Supervision;
import org.sojourn.selectors.work.Master;
import org.sojourn.testkit.Probe;
import org.sojourn.testkit.Seeds;
import org.sojourn.testkit.SimulatedCluster;
import org.sojourn.testkit.TestPlace;
import org.sojourn.weave.Weaver;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.run.Links;
import org.sojourn.weave.run.Twins;
import org.sojourn.weave.wire.Classes;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.Graph;
import org.sojourn.weave.wire.NamedClasses;
import org.sojourn.weave.wire.Numbers;
import org.sojourn.weave.wire.ObjectsApart;
import org.sojourn.weave.wire.Remaining;

/** Null is refused at every public entry, by the name of its parameter. */
@SuppressWarnings({"NullAway", "unchecked"}) // it gives null
final class NullRefusedTest {
    /** What isn't called, and why. */
    private static final Set<String> LEFT_OUT = Set.of(
            // Hooks: a program overrides them, and only the runtime calls them.
            "Selector.beforeMove(Place)",
            "Selector.afterMove(Place)",
            "Master.beforeMove(Place)",
            "Master.process(Object)",
            "Master.message(Object)",
            "Master.failed(long, Object, Throwable)",
            "Master.write(Object)",
            "Master.read(String)",
            // Called by the JVM, with names.
            "WeavingLoader.loadClass(String, boolean)",
            "WeavingLoader.findClass(String)",
            // Of hosts, which are ours: made of a kernel's ports, which programs don't have.
            "SelectorPlace.new(Kernel, Member, ClassLoader, Predicate, Console, String, Balancing)",
            "SelectorPlace.codec(Codec)",
            // Called by what the weaver has written, which gives no null.
            "Capture.leave(Class, int, int)",
            "Polls.site(Lookup, String, MethodType, Class)",
            // A message of an exception may be missing, as that of each Throwable.
            "PlaceLostException.new(String)",
            "ReceiverGoneException.new(String)",
            "RequestTimeoutException.new(String)",
            "ReceiverFailedException.new(String, Throwable)");

    /** Twins and links are called by what the weaver has written, the others by rooms of ours. */
    private static final Set<Class<?>> BETWEEN_ROOMS =
            Set.of(Twins.class, Links.class, NamedClasses.class, Numbers.class, ObjectsApart.class, Remaining.class);

    /** Runs what it gets, in its own turn. */
    static final class Walked extends Selector<Runnable> {
        static final Mailbox<Runnable> ALL = Mailbox.of("all", Runnable.class);

        private final AtomicReference<@Nullable Walked> self;

        Walked(AtomicReference<@Nullable Walked> self) {
            super(ALL);
            this.self = self;
        }

        @Override
        protected void process(Runnable message) {
            self.set(this);
            message.run();
        }

        Object aJoin() {
            return join(Duration.ofSeconds(1));
        }

        Handle<Runnable> own() {
            return self();
        }
    }

    /** Has nothing done, and shows itself. */
    static final class Idle extends Master<Integer, Integer> {
        Idle(AtomicReference<@Nullable Master<?, ?>> self) {
            super(item -> item);
            self.set(this);
        }

        @Override
        protected void result(long index, Integer result) {}

        @Override
        protected void finished() {}
    }

    private record Ask(ReplyTo<String> asker) implements Runnable {
        @Override
        public void run() {}
    }

    private static Map<Class<?>, Object> samples(
            TestPlace place, SimulatedCluster cluster, Sojourn sojourn, Walked walked) {
        Map<Class<?>, Object> all = new HashMap<>();
        Group<Runnable> group = place.system().createGroup(1, (made, index) -> new Walked(new AtomicReference<>()));
        AtomicReference<@Nullable Object> asker = new AtomicReference<>();
        all.put(
                Answer.class,
                walked.own()
                        .<String>request(
                                reply -> {
                                    asker.set(reply);
                                    return new Ask(reply);
                                },
                                Duration.ofSeconds(1)));
        all.put(ReplyTo.class, Objects.requireNonNull(asker.get()));
        all.put(Handle.class, walked.own());
        all.put(Group.class, group);
        all.put(Selector.class, walked);
        all.put(Crew.class, place.system().createCrew(() -> new Walked(new AtomicReference<>())));
        all.put(NodeLeft.Cause.class, NodeLeft.Cause.LEFT);
        all.put(Join.class, walked.aJoin());
        all.put(Mailbox.class, Walked.ALL);
        all.put(Place.class, new Place(0));
        all.put(Placement.class, Placement.anywhere());
        all.put(Distribution.class, Distribution.block(List.of(new Place(0))));
        all.put(ExecutionPolicy.class, ExecutionPolicy.TASK);
        all.put(Supervision.class, Supervision.resume());
        all.put(ExitReason.class, new ExitReason.Normal());
        all.put(DeadLetter.Cause.class, DeadLetter.Cause.EXITED);
        all.put(SelectorPlace.class, place.system());
        all.put(Sojourn.class, sojourn);
        all.put(Config.class, Config.local());
        all.put(PlaceMeters.class, new PlaceMeters(sojourn));
        all.put(KindAdviser.class, new KindAdviser());
        all.put(TestPlace.class, place);
        all.put(Probe.class, place.probe(Object.class));
        all.put(Seeds.class, Seeds.of(1));
        all.put(SimulatedCluster.class, cluster);
        all.put(SimulatedCluster.Builder.class, SimulatedCluster.builder());
        weave(all);
        all.put(Duration.class, Duration.ofSeconds(1));
        all.put(String.class, "text");
        all.put(Object.class, "message");
        all.put(Class.class, Walked.class);
        all.put(List.class, List.of());
        all.put(Map.class, Map.of());
        all.put(TimeUnit.class, TimeUnit.SECONDS);
        all.put(Throwable.class, new IllegalStateException("sample"));
        all.put(CompletableFuture.class, new CompletableFuture<>());
        all.put(int.class, 1);
        all.put(long.class, 1L);
        all.put(double.class, 1.0);
        all.put(boolean.class, true);
        return all;
    }

    private static void weave(Map<Class<?>, Object> all) {
        Point point = new Point(Walked.class, 0, 0);
        Frame frame = new Frame(point, new Object[0]);
        all.put(Path.class, Path.of("none.jar"));
        all.put(Point.class, point);
        all.put(Frame.class, frame);
        all.put(DeltaSet.class, new DeltaSet(List.of(frame)));
        all.put(Capture.class, new Capture(1, frames -> null));
        all.put(ClassLoader.class, Walked.class.getClassLoader());
        all.put(Weaver.class, new Weaver(List.of("org.example")));
        Classes classes = (Classes) Objects.requireNonNull(sample(Map.of(), Classes.class));
        Graph graph = (Graph) Objects.requireNonNull(sample(Map.of(), Graph.class));
        all.put(DeltaCodec.class, new DeltaCodec(classes, graph, 1));
    }

    private static @Nullable Object sample(Map<Class<?>, Object> known, Class<?> type) {
        Object found = known.get(type);
        if (found == null && type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        }
        if (found == null && type.isInterface()) {
            return Proxy.newProxyInstance(
                    type.getClassLoader() == null ? NullRefusedTest.class.getClassLoader() : type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : null);
        }
        return found;
    }

    @Test
    void publicApi_givenNull_refusesItByName() {
        List<Class<?>> types = Stream.of(
                        NullCalls.shown(Room.SELECTORS),
                        NullCalls.shown(Room.HOST),
                        NullCalls.shown(Room.METRICS),
                        NullCalls.shown(Room.TRACING),
                        // Beneath these two are the engine of the simulation and the steps of the analysis.
                        NullCalls.shown(Room.TESTKIT, "org.sojourn.testkit"),
                        NullCalls.shown(Room.MAPPING, "org.sojourn.mapping"),
                        // The rewriting itself is called by rooms of ours, too.
                        NullCalls.shown(
                                        Room.WEAVE,
                                        "org.sojourn.weave",
                                        "org.sojourn.weave.frame",
                                        "org.sojourn.weave.run",
                                        "org.sojourn.weave.wire")
                                .filter(each -> !BETWEEN_ROOMS.contains(each)))
                .flatMap(each -> each)
                .toList();
        AtomicReference<@Nullable NullCalls> result = new AtomicReference<>();
        AtomicReference<@Nullable Walked> walked = new AtomicReference<>();
        try (TestPlace place = TestPlace.open();
                SimulatedCluster cluster = SimulatedCluster.of(2, 7);
                Sojourn sojourn = Sojourn.start()) {
            Handle<Runnable> handle = place.create(() -> new Walked(walked));
            AtomicReference<@Nullable Master<?, ?>> master = new AtomicReference<>();
            Handle<Object> idle = place.create(() -> new Idle(master));
            place.run();
            handle.send(() -> {
                Map<Class<?>, Object> samples = samples(place, cluster, sojourn, Objects.requireNonNull(walked.get()));
                samples.put(Master.class, Objects.requireNonNull(master.get()));
                NullCalls calls = new NullCalls(type -> sample(samples, type), LEFT_OUT);
                types.forEach(calls::tryAll);
                result.set(calls);
            });
            place.run();
            idle.stop();
        }
        NullCalls calls = Objects.requireNonNull(result.get());
        assertThat(calls.unrefused()).isEmpty();
        assertThat(calls.called()).as("parameters that were tried").isGreaterThan(150);
    }

    /** The constructors that only a subclass can call. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void constructorOfASelector_givenNull_refusesItByName(boolean isList) {
        try (TestPlace place = TestPlace.open()) {
            place.system().create(() -> isList ? new NoList() : new NoArray());

            Ending ending = place.end();

            assertThat(ending.sentences()).singleElement().asString().contains("mailboxes is null; ");
        }
    }

    private static final class NoList extends Selector<Object> {
        NoList() {
            super((List<Mailbox<Object>>) null);
        }

        @Override
        protected void process(Object message) {}
    }

    private static final class NoArray extends Selector<Object> {
        NoArray() {
            super((Mailbox<Object>[]) null);
        }

        @Override
        protected void process(Object message) {}
    }

    /** Takes what it should refuse. */
    public static final class Planted {
        private Planted() {}

        public static void takes(String name) {}

        public static void refusesNamelessly(String name) {
            Objects.requireNonNull(name);
        }

        public static void refuses(String name) {
            Objects.requireNonNull(name, "name is null; give one");
        }

        public static void mayBeMissing(@Nullable String name) {}
    }

    /** The planted faults. */
    @Test
    void unrefused_ofWhatTakesNullOrRefusesItNamelessly_namesThat() {
        NullCalls calls = new NullCalls(type -> null, Set.of());
        calls.tryAll(Planted.class);

        assertThat(calls.unrefused())
                .containsExactlyInAnyOrder(
                        "Planted.takes(String) with null for name: it was taken",
                        "Planted.refusesNamelessly(String) with null for name: java.lang.NullPointerException");
        assertThat(calls.called()).isEqualTo(3);
    }
}
