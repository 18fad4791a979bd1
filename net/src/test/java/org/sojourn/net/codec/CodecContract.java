package org.sojourn.net.codec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.net.canary.Canary;
import org.sojourn.net.canary.Outsider;
import org.sojourn.net.codec.Samples.Ask;
import org.sojourn.net.codec.Samples.Circle;
import org.sojourn.net.codec.Samples.Colour;
import org.sojourn.net.codec.Samples.Customer;
import org.sojourn.net.codec.Samples.Derived;
import org.sojourn.net.codec.Samples.FinalAsk;
import org.sojourn.net.codec.Samples.Group;
import org.sojourn.net.codec.Samples.Mail;
import org.sojourn.net.codec.Samples.Money;
import org.sojourn.net.codec.Samples.Node;
import org.sojourn.net.codec.Samples.Numbers;
import org.sojourn.net.codec.Samples.Order;
import org.sojourn.net.codec.Samples.OtherHandle;
import org.sojourn.net.codec.Samples.OutOfStock;
import org.sojourn.net.codec.Samples.Pair;
import org.sojourn.net.codec.Samples.Price;
import org.sojourn.net.codec.Samples.RealHandle;
import org.sojourn.net.codec.Samples.Scalars;
import org.sojourn.net.codec.Samples.Square;
import org.sojourn.net.codec.Samples.Task;
import org.sojourn.net.codec.Samples.TaskHolder;
import org.sojourn.net.codec.Samples.Team;
import org.sojourn.net.codec.Samples.Worker;
import org.sojourn.net.codec.Samples.Wrapper;

/** What every codec makes of values. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CodecContract {
    private static final long SEED = Long.getLong("sojourn.seed", 20261120L);

    /** Classes met by two engines at once, each time with a new codec. */
    private static final int MEETINGS = Integer.getInteger("sojourn.meetings", 100);

    private GraphCodec codec;
    private Link link;

    abstract GraphCodec newCodec(CodecOptions options);

    @BeforeAll
    void open() {
        codec = newCodec(options());
        link = new Link(codec, codec);
    }

    static CodecOptions options() {
        return new CodecOptions(
                AllowRule.of(CodecContract.class.getName(), Set.of(), Set.of()), // all of this package
                CodecContract.class.getClassLoader(),
                List.of(new Substitute<>(Money.class, Long.class, Money::cents, Money::new)),
                type -> type == Worker.class,
                64 << 20);
    }

    /** One direction between two codecs, as the kernel does it. */
    static final class Link {
        final GraphCodec from;
        final Codec.Inbound to;
        private final Set<Integer> announced = new HashSet<>();

        Link(GraphCodec from, Codec to) {
            this.from = from;
            this.to = to.inbound(RealHandle::new);
        }

        Encoded send(@Nullable Object value) {
            Encoded encoded = from.encode(value);
            for (int number : encoded.classes()) {
                if (announced.add(number)) {
                    to.define(number, from.className(number));
                }
            }
            return encoded;
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the tests say what they expect
        <T> T pass(@Nullable Object value) {
            byte[] bytes = send(value).bytes();
            byte[] frame = new byte[bytes.length + 9];
            System.arraycopy(bytes, 0, frame, 5, bytes.length);
            return (T) to.decode(frame, 5, bytes.length);
        }
    }

    static Map<String, Object> equalValues() {
        Map<String, Object> all = new LinkedHashMap<>();
        Scalars scalars = new Scalars(true, (byte) -1, (short) 300, 'x', -5, Long.MIN_VALUE, 1.5f, Math.PI, 77);
        all.put("boxes", Arrays.asList(true, (byte) 1, (short) 2, 'c', 3, 4L, 5f, 6.0, null));
        all.put("scalars", scalars);
        all.put("string", "hällo \uD83D\uDE00");
        all.put("integer", 5);
        all.put("enum", Colour.RED);
        all.put("enum body", Colour.GREEN);
        all.put("record", new Circle(1.25));
        all.put("sealed", new Group(List.of(new Circle(1), new Square(2, Colour.GREEN)), new Circle(2)));
        all.put("generic", new Pair<>("a", new Pair<>(1, List.of(2L))));
        all.put("private record", Samples.hidden("h"));
        all.put(
                "time",
                List.of(
                        Instant.ofEpochSecond(5, 6),
                        Duration.ofNanos(7),
                        LocalDate.of(2026, 11, 20),
                        LocalTime.of(1, 2, 3),
                        LocalDateTime.of(2026, 1, 2, 3, 4),
                        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHours(2)),
                        ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneId.of("Europe/Berlin")),
                        Period.ofDays(3),
                        Year.of(2026),
                        YearMonth.of(2026, 11),
                        ZoneOffset.UTC,
                        ZoneId.of("Europe/Berlin"),
                        java.time.DayOfWeek.MONDAY,
                        java.time.MonthDay.of(2, 29)));
        all.put(
                "big",
                List.of(
                        new BigInteger("123456789012345678901234567890"),
                        new BigDecimal("-1.5E+300"),
                        BigInteger.ZERO,
                        new BigDecimal("0.00")));
        all.put("uuid", new UUID(1, 2));
        all.put("optionals", List.of(Optional.empty(), Optional.of("x"), OptionalInt.of(3), OptionalInt.empty()));
        all.put(
                "lists",
                List.of(
                        List.of(),
                        List.of(1),
                        List.of(1, 2),
                        List.of(1, 2, 3),
                        new ArrayList<>(List.of(1)),
                        new LinkedList<>(List.of("a")),
                        Arrays.asList(1, 2),
                        Collections.emptyList(),
                        Collections.singletonList(4),
                        Collections.unmodifiableList(new ArrayList<>(List.of(5))),
                        Collections.unmodifiableList(new LinkedList<>(List.of(5))),
                        List.of(1, 2, 3, 4).subList(1, 3),
                        new ArrayList<>(List.of(1, 2, 3)).subList(0, 2)));
        all.put("list of nulls", Arrays.asList(null, null));
        all.put(
                "sets",
                List.of(
                        Set.of(),
                        Set.of(1),
                        Set.of(1, 2),
                        Set.of(1, 2, 3),
                        new HashSet<>(Set.of("a")),
                        new LinkedHashSet<>(List.of(3, 1)),
                        new TreeSet<>(Set.of(2, 1)),
                        new TreeSet<>(Comparator.reverseOrder()),
                        Collections.emptySet(),
                        Collections.singleton(4),
                        Collections.unmodifiableSet(new HashSet<>(Set.of(1))),
                        Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(1)))));
        all.put(
                "maps",
                List.of(
                        Map.of(),
                        Map.of(1, 2),
                        Map.of(1, 2, 3, 4),
                        new HashMap<>(Map.of("a", List.of(1))),
                        new LinkedHashMap<>(Map.of(1, "x")),
                        new TreeMap<>(Map.of(1, 2, 0, 1)),
                        Collections.emptyMap(),
                        Collections.singletonMap("k", "v"),
                        Collections.unmodifiableMap(new HashMap<>(Map.of(1, 1))),
                        Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(1, 1))),
                        new ConcurrentHashMap<>(Map.of(1, 2))));
        all.put("enum map", new EnumMap<>(Map.of(Colour.GREEN, 1, Colour.RED, 2)));
        all.put("empty enum map", new EnumMap<Colour, Integer>(Colour.class));
        all.put(
                "enum sets",
                List.of(EnumSet.of(Colour.GREEN), EnumSet.noneOf(Colour.class), EnumSet.allOf(Colour.class)));
        all.put("mail", Mail.sample());
        all.put("entry", Map.entry("k", new Circle(1)));
        all.put("wrapped", new Wrapper(new Wrapper(null)));
        return all;
    }

    @TestFactory
    List<DynamicTest> values_passed_areEqual() {
        return equalValues().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    for (int i = 0; i < 2; i++) {
                        Object there = link.pass(entry.getValue());
                        assertThat(there).isEqualTo(entry.getValue());
                        Pair<?, ?> nested = link.pass(new Pair<>(entry.getValue(), 1));
                        assertThat(nested.left()).isEqualTo(entry.getValue());
                    }
                    assertThat(link.<Object>pass(entry.getValue()).getClass().isHidden())
                            .isFalse();
                }))
                .toList();
    }

    @Test
    void nullValue_passed_isNull() {
        Object none = link.pass(null);
        assertThat(none).isNull();
    }

    @Test
    void arrays_passed_keepTypesAndContent() {
        Numbers numbers = link.pass(Numbers.sample());
        assertThat(numbers.ints()).containsExactly(1, -2, Integer.MAX_VALUE);
        assertThat(numbers.grid()).isDeepEqualTo(new long[][] {{1, 2}, {}, {3}});
        assertThat(numbers.words()).containsExactly("a", null, "ü");
        assertThat(numbers.mixed()).containsExactly(1, "two", Colour.GREEN, new Circle(3));
        assertThat(link.<double[]>pass(new double[] {1, 2})).containsExactly(1, 2);
        assertThat(link.<boolean[]>pass(new boolean[] {true})).containsExactly(true);
        assertThat(link.<char[]>pass(new char[] {'a'})).containsExactly('a');
        assertThat(link.<Circle[]>pass(new Circle[] {new Circle(1), null})).containsExactly(new Circle(1), null);
        assertThat(link.<Object[][]>pass(new Object[][] {{1}, null})).isDeepEqualTo(new Object[][] {{1}, null});
    }

    @Test
    void queues_passed_keepOrder() {
        assertThat(link.<StringBuilder>pass(new StringBuilder("tea")).append('s'))
                .hasToString("teas");
        assertThat(link.<ArrayDeque<Integer>>pass(new ArrayDeque<>(List.of(3, 1, 2))))
                .containsExactly(3, 1, 2);
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(List.of(1, 3, 2));
        PriorityQueue<Integer> there = link.pass(queue);
        assertThat(List.of(there.remove(), there.remove(), there.remove())).containsExactly(3, 2, 1);
    }

    @Test
    void sortedSet_reversed_staysSorted() {
        TreeSet<Integer> set = new TreeSet<>(Comparator.reverseOrder());
        set.addAll(List.of(1, 2, 3));
        assertThat(link.<TreeSet<Integer>>pass(set)).containsExactly(3, 2, 1);
    }

    @Test
    void immutables_passed_stayImmutable() {
        List<Integer> list = link.pass(Collections.unmodifiableList(new ArrayList<>(List.of(1))));
        assertThatThrownBy(() -> list.add(2)).isInstanceOf(UnsupportedOperationException.class);
        Map<Integer, Integer> map = link.pass(Map.of(1, 1));
        assertThatThrownBy(() -> map.put(2, 2)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void cycle_passed_isCycle() {
        Node one = new Node("one");
        Node two = new Node("two");
        one.next = two;
        two.next = one;
        one.extra = new ArrayList<>(List.of(one, two));
        Node there = link.pass(one);
        assertThat(there.label()).isEqualTo("one");
        Node second = requireNonNull(there.next);
        assertThat(second.label()).isEqualTo("two");
        assertThat(second.next).isSameAs(there);
        assertThat(there.extra).asInstanceOf(InstanceOfAssertFactories.LIST).containsExactly(there, second);
        assertThat(there.hasScratch()).isFalse();
    }

    @Test
    void dateWithTwoReferences_passed_isOne() {
        List<Date> there = link.pass(new ArrayList<>(Collections.nCopies(2, new Date(7))));
        assertThat(there.get(1)).isSameAs(there.get(0)).isEqualTo(new Date(7));
    }

    @Test
    void sharedReference_passed_isShared() {
        Node shared = new Node("shared");
        Pair<Node, Map<String, Node>> there = link.pass(new Pair<>(shared, Map.of("k", shared)));
        assertThat(there.right().get("k")).isSameAs(there.left());
    }

    @Test
    void inheritedFields_sameName_areKeptApart() {
        Derived derived = new Derived();
        derived.set(10, 20);
        assertThat(link.<Derived>pass(derived).read()).isEqualTo("10/20");
    }

    @Test
    void references_passed_areResolved() {
        Reference.Wire wire = new Reference.Wire((byte) 3, Long.MIN_VALUE, 42, -1);
        RealHandle<String> expected = new RealHandle<>(wire);
        for (Samples.Handle<String> handle : List.of(expected, new OtherHandle<String>(wire))) {
            Ask there = link.pass(new Ask("why", handle, handle, List.of(handle, Map.of("k", handle))));
            assertThat(there.asker()).isEqualTo(expected);
            assertThat(there.plain()).isEqualTo(expected);
            assertThat(there.any()).isEqualTo(List.of(expected, Map.of("k", expected)));
            assertThat(link.<Object>pass(handle)).isEqualTo(expected);
            assertThat(link.<Object[]>pass(new Object[] {handle, 1})).containsExactly(expected, 1);
        }
        assertThat(link.<FinalAsk>pass(new FinalAsk(expected)).asker()).isEqualTo(expected);
        assertThat(link.send(new OtherHandle<String>(wire)).classes()).isEmpty();
    }

    /** Each thread that encodes beside another has an engine of its own, which has met classes in an order of its own. */
    @Test
    void engines_thatMeetAClassAtTheSameTime_writeTheSame() throws Exception {
        Team team = Team.sample();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < MEETINGS; i++) {
                GraphCodec shared = newCodec(options());
                GraphEngine early = shared.newEngine();
                GraphEngine late = shared.newEngine();
                early.encode(team.lead(), null);
                CyclicBarrier together = new CyclicBarrier(2);
                List<Callable<byte[]>> both = List.of(
                        () -> {
                            together.await(10, TimeUnit.SECONDS);
                            return early.encode(team, null).bytes();
                        },
                        () -> {
                            together.await(10, TimeUnit.SECONDS);
                            return late.encode(team, null).bytes();
                        });
                List<Future<byte[]>> written = threads.invokeAll(both);
                assertThat(written.get(1).get()).isEqualTo(written.get(0).get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void places_thatHaveMetClassesInDifferentOrders_understandEachOther() {
        Team team = Team.sample();
        GraphCodec early = newCodec(options());
        GraphCodec late = newCodec(options());
        early.encode(team.lead());
        late.encode(team);
        assertThat(new Link(early, late).<Team>pass(team)).isEqualTo(team);
        assertThat(new Link(late, early).<Team>pass(team)).isEqualTo(team);
    }

    @Test
    void exceptions_passed_areData() {
        IllegalStateException failure = new IllegalStateException("outer", new OutOfStock("tea", 3));
        failure.addSuppressed(new ArithmeticException("inner"));
        Throwable there = link.pass(failure);
        assertThat(there).isExactlyInstanceOf(IllegalStateException.class).hasMessage("outer");
        assertThat(there.getStackTrace()).isEqualTo(failure.getStackTrace());
        assertThat(there.getSuppressed()[0])
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("inner");
        assertThat(there.getCause()).isInstanceOfSatisfying(OutOfStock.class, cause -> {
            assertThat(cause.item).isEqualTo("tea");
            assertThat(cause.missing).isEqualTo(3);
            assertThat(cause).hasMessage("3 of tea missing");
        });
        Throwable plain = link.pass(new java.io.UncheckedIOException(new java.io.IOException()));
        assertThat(plain)
                .isInstanceOf(java.io.UncheckedIOException.class)
                .hasCauseInstanceOf(java.io.IOException.class);
        assertThat(link.<Wrapper>pass(new Wrapper(new StackOverflowError())).content())
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void exceptionNotAllowed_passed_isStandIn() {
        Throwable there = link.pass(new OutOfMemoryError("x")
                .initCause(new Outsider("far", new Outsider("further", new IllegalStateException("root")))));
        assertThat(there.getCause()).isInstanceOf(ForeignFailure.class).hasMessage("far");
        assertThat(there.getCause()).hasToString("org.sojourn.net.canary.Outsider: far");
        assertThat(there).hasRootCauseInstanceOf(IllegalStateException.class).hasRootCauseMessage("root");
        Wrapper wrapper = link.pass(new Wrapper(there));
        assertThat((Throwable) requireNonNull(wrapper.content()))
                .cause()
                .hasToString("org.sojourn.net.canary.Outsider: far");
    }

    @Test
    void exceptionWithItsCauseInAFieldOfTheJdk_passed_keepsIt() {
        InvocationTargetException failure = new InvocationTargetException(new java.io.IOException("x"), "called");
        Throwable there = link.pass(failure);
        assertThat(there).hasToString(failure.toString()).hasCauseInstanceOf(java.io.IOException.class);
        assertThat(there.getCause()).hasMessage("x");
    }

    /** Finds all classes but one. */
    private static final class Without extends ClassLoader {
        private final String name;

        Without(Class<?> type) {
            super(CodecContract.class.getClassLoader());
            this.name = type.getName();
        }

        @Override
        protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
            if (wanted.equals(name)) {
                throw new ClassNotFoundException(wanted);
            }
            return super.loadClass(wanted, resolve);
        }
    }

    private GraphCodec without(Class<?> type) {
        CodecOptions usual = options();
        return newCodec(new CodecOptions(
                usual.allow(), new Without(type), usual.substitutes(), usual.refused(), usual.maxPayloadBytes()));
    }

    /** As proxies are that a library makes in the package of the class that they stand for. */
    @Test
    void classThatNobodyFindsByItsName_encoded_isRefused() {
        for (Object value : List.of(new Circle(1), new Circle[0], new Circle[0][0])) {
            assertThatThrownBy(() -> without(Circle.class).encode(new Wrapper(value)))
                    .isInstanceOf(UnencodableException.class)
                    .hasMessageContainingAll("Wrapper.content", "Circle", "no other place finds it by its name");
        }
        assertThatThrownBy(() -> without(Samples.class).encode(Samples.adding(1, 2, List.of())))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContainingAll("lambda in Samples", "no other place finds it by its name");
        Throwable failure = new OutOfStock("tea", 3);
        assertThat(new Link(without(OutOfStock.class), codec).<Throwable>pass(failure))
                .isInstanceOf(ForeignFailure.class)
                .hasToString(failure.toString());
    }

    @Test
    void classThatTheReceiverLacks_named_costsValuesOfItOnly() {
        Link toLacking = new Link(codec, without(Circle.class));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> toLacking.pass(new Wrapper(new Circle(1))))
                    .isInstanceOfSatisfying(
                            UndecodableException.class,
                            e -> assertThat(e.type()).isEqualTo(Circle.class.getName()))
                    .hasMessage("class " + Circle.class.getName() + " doesn't exist at this place");
            Square other = new Square(i, Colour.RED);
            assertThat(toLacking.<Object>pass(other)).isEqualTo(other);
        }
        Link toCodeless = new Link(codec, without(Samples.class));
        assertThatThrownBy(() -> toCodeless.pass(Samples.adding(1, 2, List.of())))
                .isInstanceOf(UndecodableException.class);
        assertThat(toCodeless.<Object>pass(new Circle(1))).isEqualTo(new Circle(1));
    }

    @Test
    void lambda_passed_runs() throws Exception {
        assertThat(link.<Task>pass(Samples.adding(1, 2, List.of("x"))).run()).isEqualTo(4L);
        Object[] parts = link.pass(new Object[] {"create", Samples.adding(5, 6, List.of()), 3});
        assertThat(((Task) parts[1]).run()).isEqualTo(11L);
        Task inner = Samples.adding(1, 1, List.of());
        Task outer = () -> (Long) inner.run() + 1;
        assertThat(link.<Task>pass(outer).run()).isEqualTo(3L);
        Task constructor = Node::label0;
        assertThat(link.<Task>pass(constructor).run()).isEqualTo("zero");
    }

    @Test
    void lambdaThatCapturesTheUnsendable_encoded_namesIt() {
        assertThatThrownBy(() -> codec.encode(Samples.failing(new Worker())))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContainingAll("lambda in Samples", "Worker", "never travels");
        assertThatThrownBy(() -> codec.encode(Samples.failing(new Thread("never started"))))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContainingAll("java.lang.Thread", "may not travel");
        assertThatThrownBy(() -> codec.encode(Samples.failing(Samples.orderWithSocket())))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContainingAll("variable 1.customer.socket: java.net.Socket");
        assertThatThrownBy(() -> codec.encode(Samples.plainLambda("x")))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContaining("java.io.Serializable");
    }

    @Test
    void lambdaInMessage_encoded_isRefused() {
        assertThatThrownBy(() -> codec.encode(new TaskHolder(Samples.adding(1, 2, List.of()))))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContainingAll("TaskHolder.task", "lambdas can't be messages");
        assertThatThrownBy(() -> codec.encode(new ArrayList<>(List.of(Samples.adding(1, 2, List.of())))))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContaining("lambdas can't be messages");
    }

    @Test
    void unsendable_encoded_namesThePath() {
        assertThatThrownBy(() -> codec.encode(Samples.orderWithSocket()))
                .isInstanceOf(UnencodableException.class)
                .hasMessageStartingWith("Order.customer.socket: java.net.Socket may not travel")
                .hasMessageContaining("send what it is made from");
        assertThatThrownBy(() -> codec.encode(new Wrapper(List.of(1, new Wrapper(new Canary())))))
                .isInstanceOf(UnencodableException.class)
                .hasMessageStartingWith("Wrapper.content[1].content: org.sojourn.net.canary.Canary may not travel")
                .hasMessageContaining("--allow org.sojourn.net.canary");
        assertThatThrownBy(() -> codec.encode(new Wrapper(Map.of("key", new Worker()))))
                .isInstanceOf(UnencodableException.class)
                .hasMessageStartingWith("Wrapper.content[key]: ");
        assertThatThrownBy(() -> codec.encode(new Canary[] {new Canary()})).isInstanceOf(UnencodableException.class);
        assertThatThrownBy(() -> codec.encode(new Canary[0])).isInstanceOf(UnencodableException.class);
        assertThatThrownBy(() -> codec.encode(new Wrapper(Canary.class))).isInstanceOf(UnencodableException.class);
        assertThatThrownBy(() -> codec.encode(new Samples.Hooked()))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContaining("readResolve");
        assertThat(link.<Order>pass(new Order(1, new Customer("a", null), List.of()))
                        .id())
                .isEqualTo(1);
    }

    @Test
    void substitute_passed_isMadeAgain() {
        Money money = new Money(250);
        Price there = link.pass(new Price("tea", money, Map.of("again", money)));
        assertThat(there.money().cents()).isEqualTo(250);
        assertThat(there.money().owner()).isSameAs(Thread.currentThread());
        assertThat(there.more().get("again")).isSameAs(there.money());
    }

    @Test
    void largePayloads_passed_areEqual() {
        byte[] bytes = new byte[5_000_000];
        new Random(SEED).nextBytes(bytes);
        assertThat(link.<Wrapper>pass(new Wrapper(bytes)).content()).isEqualTo(bytes);
        List<String> list =
                IntStream.range(0, 400_000).mapToObj(i -> "element " + i).toList();
        assertThat(link.<Object>pass(new ArrayList<>(list))).isEqualTo(list);
        List<Circle> circles = IntStream.range(0, 100_000).mapToObj(Circle::new).toList();
        assertThat(link.<Object>pass(circles)).isEqualTo(circles);
        double[][] matrix = new double[600][600];
        matrix[3][4] = 5;
        assertThat(link.<double[][]>pass(matrix)).isDeepEqualTo(matrix);
        String text = "x".repeat(3_000_000) + "ü";
        assertThat(link.<String>pass(text)).isEqualTo(text);
    }

    @Test
    void tooLarge_encoded_isRefused() {
        CodecOptions small = new CodecOptions(options().allow(), options().loader(), List.of(), type -> false, 1000);
        assertThatThrownBy(() -> newCodec(small).encode(new byte[2000]))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContaining("1000");
    }

    @Test
    void deepValue_encoded_isDecodableOrRefused() {
        for (int depth : List.of(50, 150, 300, 1_000, 100_000)) {
            Node head = new Node("end");
            for (int i = 1; i < depth; i++) {
                Node next = new Node("n");
                next.next = head;
                head = next;
            }
            Node chain = head;
            if (depth <= 150) {
                assertThat(link.<Node>pass(chain).label()).isEqualTo("n");
            } else if (depth >= 1000) {
                assertThatThrownBy(() -> link.pass(chain))
                        .isInstanceOf(UnencodableException.class)
                        .hasMessageContaining("nested too deeply");
            }
        }
    }

    @Test
    void bytes_ofKnownClasses_holdNoNames() {
        for (Object value : equalValues().values()) {
            link.send(value);
            String bytes = new String(link.send(value).bytes(), StandardCharsets.ISO_8859_1);
            assertThat(bytes).doesNotContain("sojourn").doesNotContain("Samples");
        }
    }

    @Test
    void classNumbers_acrossCodecs_areThePeersOwn() {
        GraphCodec other = newCodec(options());
        other.encode(new Wrapper(Colour.RED)); // other numbers than the first codec's
        Link there = new Link(codec, other);
        Link back = new Link(other, codec);
        for (int i = 0; i < 3; i++) {
            assertThat(there.<Object>pass(new Group(List.of(new Circle(i)), null)))
                    .isEqualTo(new Group(List.of(new Circle(i)), null));
            assertThat(back.<Object>pass(new Pair<>(new Circle(i), Colour.GREEN)))
                    .isEqualTo(new Pair<>(new Circle(i), Colour.GREEN));
        }
    }

    @Test
    void codec_warmedUp_works() {
        GraphCodec warm = newCodec(options());
        warm.warmUp();
        assertThat(new Link(warm, warm).<Object>pass(new Circle(1))).isEqualTo(new Circle(1));
    }

    @Test
    void codec_usedByManyThreads_isRight() throws Exception {
        GraphCodec shared = newCodec(options());
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = IntStream.range(0, 8)
                    .<Future<?>>mapToObj(t -> pool.submit(() -> {
                        Link own = new Link(shared, shared);
                        for (int i = 0; i < 500; i++) {
                            for (Object value :
                                    List.of(new Circle(i), new Pair<>(i, Colour.GREEN), Mail.sample(), "x" + i)) {
                                assertThat(own.<Object>pass(value)).isEqualTo(value);
                            }
                        }
                    }))
                    .toList();
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void values_encodedAtATimeByMoreThreadsThanEnginesHaveSlots_areRight() throws Exception {
        int threads = 70;
        CyclicBarrier inTheMidst = new CyclicBarrier(threads);
        CodecOptions usual = options();
        GraphCodec shared = newCodec(new CodecOptions(
                usual.allow(),
                usual.loader(),
                List.of(new Substitute<>(
                        Money.class,
                        Long.class,
                        money -> {
                            meet(inTheMidst);
                            return money.cents();
                        },
                        Money::new)),
                usual.refused(),
                usual.maxPayloadBytes()));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 3; round++) {
                List<Future<Encoded>> all = IntStream.range(0, threads)
                        .mapToObj(each -> pool.submit(() -> shared.encode(new Money(each))))
                        .toList();
                for (int i = 0; i < threads; i++) {
                    byte[] bytes = all.get(i).get().bytes();
                    assertThat(((Money) inbound(shared, all.get(i).get()).decode(bytes, 0, bytes.length)).cents())
                            .isEqualTo(i);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static Codec.Inbound inbound(GraphCodec of, Encoded encoded) {
        Codec.Inbound inbound = of.inbound(RealHandle::new);
        for (int number : encoded.classes()) {
            inbound.define(number, of.className(number));
        }
        return inbound;
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void inbounds_openedByTheThousand_work() {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Link each = new Link(codec, codec);
            links.add(each);
            assertThat(each.<Object>pass(new Square(i, Colour.RED))).isEqualTo(new Square(i, Colour.RED));
        }
        assertThat(links.get(0).<Object>pass(new Circle(1))).isEqualTo(new Circle(1));
    }
}
