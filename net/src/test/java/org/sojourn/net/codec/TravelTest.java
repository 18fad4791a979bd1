package org.sojourn.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.net.canary.Canary;
import org.sojourn.net.codec.Samples.Worker;
import org.sojourn.net.codec.Samples.Wrapper;

/** Which values of the JDK travel, and what is said of those that don't: by both libraries. */
class TravelTest {
    private static final int MANY = 1_000;

    /** Fields by their own types, as a serialiser may treat those in another way. */
    record Site(
            URI uri,
            Path path,
            File file,
            Pattern pattern,
            Locale locale,
            Currency currency,
            Charset charset,
            TimeZone zone,
            InetAddress address,
            InetSocketAddress socket) {}

    record Held(@Nullable Object content) {}

    static final class Holder {
        final @Nullable Object content;

        Holder(@Nullable Object content) {
            this.content = content;
        }
    }

    static Stream<Named<Function<CodecOptions, GraphCodec>>> libraries() {
        return Stream.of(Named.of("fory", ForyCodec::new), Named.of("kryo", KryoCodec::new));
    }

    private static <T> T pass(Function<CodecOptions, GraphCodec> library, T value) {
        GraphCodec codec = library.apply(CodecContract.options());
        return new CodecContract.Link(codec, codec).pass(value);
    }

    private static InetAddress address(String host, int... bytes) throws UnknownHostException {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            all[i] = (byte) bytes[i];
        }
        return InetAddress.getByAddress(host, all);
    }

    private static List<Object> equalValues() throws UnknownHostException {
        BitSet bits = new BitSet();
        bits.set(70);
        return List.of(
                URI.create("https://example.org/a?b=c#d"),
                Path.of("/tmp", "file with space"),
                Path.of(""),
                new File("relative/file"),
                Locale.GERMANY,
                Locale.ROOT,
                Locale.forLanguageTag("zh-Hant-TW"),
                Locale.forLanguageTag("th-TH-u-nu-thai"),
                Currency.getInstance("EUR"),
                StandardCharsets.UTF_8,
                StandardCharsets.ISO_8859_1,
                TimeZone.getTimeZone("Europe/Berlin"),
                TimeZone.getTimeZone("GMT+03:00"),
                address("nowhere.invalid", 10, 0, 0, 7),
                address("nowhere.invalid", 0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
                new InetSocketAddress(address("nowhere.invalid", 10, 0, 0, 7), 80),
                InetSocketAddress.createUnresolved("nowhere.invalid", 443),
                bits,
                new AbstractMap.SimpleEntry<>("k", 1),
                new AbstractMap.SimpleImmutableEntry<>("k", 1),
                OptionalLong.of(5),
                OptionalDouble.of(1.5),
                TimeUnit.DAYS,
                new ConcurrentSkipListMap<>(Map.of(1, 2)),
                new ConcurrentSkipListSet<>(Set.of(1, 2)),
                new CopyOnWriteArrayList<>(List.of(1, 2)),
                new CopyOnWriteArraySet<>(List.of(1, 2)),
                new java.util.Vector<>(List.of(1)),
                new java.util.Date(5));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void valueOfTheJdk_passed_isEqual(Function<CodecOptions, GraphCodec> library) throws UnknownHostException {
        for (Object each : equalValues()) {
            assertThat(pass(library, each)).as(each.getClass().getName()).isEqualTo(each);
            assertThat(pass(library, new Held(each)).content()).isEqualTo(each);
            assertThat(pass(library, new ArrayList<>(List.of(each, each)))).isEqualTo(List.of(each, each));
        }
        Site site = new Site(
                URI.create("a:b"),
                Path.of("x"),
                new File("y"),
                Pattern.compile("a+"),
                Locale.JAPAN,
                Currency.getInstance("CHF"),
                StandardCharsets.UTF_16,
                TimeZone.getTimeZone("Asia/Tokyo"),
                address("nowhere.invalid", 1, 2, 3, 4),
                InetSocketAddress.createUnresolved("nowhere.invalid", 1));
        Site there = pass(library, site);
        assertThat(there).usingRecursiveComparison().ignoringFields("pattern").isEqualTo(site);
        assertThat(there.pattern().pattern()).isEqualTo("a+");
    }

    /** Equal to themselves only, so what they show is compared. */
    private static List<Object> shownValues() {
        List<Integer> some = List.of(3, 1, 2);
        return List.of(
                new java.util.concurrent.ConcurrentLinkedQueue<>(some),
                new java.util.concurrent.ConcurrentLinkedDeque<>(some),
                new java.util.ArrayDeque<>(some),
                new PriorityQueue<>(some),
                java.util.Collections.unmodifiableCollection(new ArrayList<>(some)),
                java.util.Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of(1, 2))),
                java.util.Collections.unmodifiableNavigableSet(new java.util.TreeSet<>(some)),
                java.util.Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2))),
                java.util.Collections.nCopies(3, "x"),
                java.util.Collections.singletonMap("k", 1),
                java.math.MathContext.DECIMAL64,
                java.math.RoundingMode.UP,
                java.time.temporal.ChronoUnit.DAYS,
                java.time.temporal.ChronoField.YEAR,
                java.time.OffsetTime.of(1, 2, 3, 4, java.time.ZoneOffset.UTC),
                new StackTraceElement("a.B", "c", "B.java", 7),
                new java.util.Stack<>(),
                new AbstractMap.SimpleEntry<>(null, null));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void valueOfTheJdkWithoutEquals_passed_showsTheSame(Function<CodecOptions, GraphCodec> library) {
        for (Object each : shownValues()) {
            assertThat(pass(library, each)).as(each.getClass().getName()).hasToString(each.toString());
            assertThat(pass(library, new Held(each)).content()).hasToString(each.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void pattern_passed_keepsItsFlags(Function<CodecOptions, GraphCodec> library) {
        Pattern there = pass(library, Pattern.compile("über .*", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
        assertThat(there.flags()).isEqualTo(Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        assertThat(there.matcher("ÜBER all").matches()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void address_passed_keepsTheNameThatItHasAndLooksNoneUp(Function<CodecOptions, GraphCodec> library)
            throws UnknownHostException {
        assertThat(pass(library, address("nowhere.invalid", 10, 0, 0, 7))).hasToString("nowhere.invalid/10.0.0.7");
        InetAddress nameless = InetAddress.getByAddress(new byte[] {10, 0, 0, 7});
        assertThat(pass(library, nameless)).hasToString("/10.0.0.7");
        assertThat(nameless).hasToString("/10.0.0.7");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void collection_withAComparator_keepsIt(Function<CodecOptions, GraphCodec> library) {
        TreeMap<Integer, String> map = new TreeMap<>(java.util.Comparator.reverseOrder());
        map.putAll(Map.of(1, "a", 2, "b"));
        assertThat(pass(library, map)).containsExactly(Map.entry(2, "b"), Map.entry(1, "a"));
        PriorityQueue<Integer> queue = new PriorityQueue<>(java.util.Comparator.reverseOrder());
        queue.addAll(List.of(1, 3, 2));
        assertThat(pass(library, queue).poll()).isEqualTo(3);
        ConcurrentSkipListMap<Integer, String> skipping =
                new ConcurrentSkipListMap<>(java.util.Comparator.reverseOrder());
        skipping.putAll(map);
        assertThat(pass(library, skipping)).containsExactly(Map.entry(2, "b"), Map.entry(1, "a"));
    }

    private static Map<Object, String> adviceByValue() throws Exception {
        Map<Object, String> all = new LinkedHashMap<>();
        all.put(new Socket(), "it isn't a value: send what it is made from");
        all.put(new Thread("never started"), "it belongs to this process");
        all.put(new AtomicInteger(1), "send the value that it holds");
        all.put(new StringBuffer("a"), "send its text, by toString()");
        all.put(URI.create("http://a.invalid/").toURL(), "send its URI, by toURI()");
        all.put(new Random(1), "send a seed");
        all.put(new java.util.IdentityHashMap<>(), "send a HashMap");
        all.put(new CompletableFuture<>(), "send a ReplyTo");
        all.put(new CountDownLatch(1), "it belongs to this process");
        all.put(new ByteArrayInputStream(new byte[1]), "send its content, as byte[] or String");
        all.put(Stream.of(1), "send its elements, by toList()");
        all.put(List.of(1).iterator(), "send its elements, by toList()");
        all.put(String.class, "send its name");
        all.put(java.util.Collections.synchronizedList(new ArrayList<>()), "send a copy of its content");
        all.put(new SimpleTimeZone(7, "odd"), "send its id");
        all.put(new Canary(), "--allow org.sojourn.net.canary");
        all.put(new Worker(), "send its handle");
        all.put(new Encoded(new byte[0], new int[0]), "it belongs to the runtime of its place: send a Handle");
        return all;
    }

    private static UnencodableException refusal(Function<CodecOptions, GraphCodec> library, Object value) {
        return catchThrowableOfType(
                UnencodableException.class,
                () -> library.apply(CodecContract.options()).encode(value));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void valueThatMayNotTravel_encoded_isRefusedWithAdviceThatFits(Function<CodecOptions, GraphCodec> library)
            throws Exception {
        for (Map.Entry<Object, String> each : adviceByValue().entrySet()) {
            UnencodableException inClass = refusal(library, new Holder(each.getKey()));
            assertThat(inClass)
                    .as(each.getKey().getClass().getName())
                    .hasMessageStartingWith("Holder.content: ")
                    .hasMessageContaining(each.getValue())
                    .hasMessageEndingWith("; or make the field transient");
            assertThat(refusal(library, new Held(each.getKey())))
                    .hasMessageStartingWith("Held.content: ")
                    .hasMessageContaining(each.getValue())
                    .hasMessageNotContaining("transient");
            assertThat(refusal(library, new Holder(List.of(1, new Held(each.getKey())))))
                    .hasMessageStartingWith("Holder.content[1].content: ")
                    .hasMessageNotContaining("transient");
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void array_ofWhatMayNotTravel_isNamedAsInJava(Function<CodecOptions, GraphCodec> library) {
        assertThat(refusal(library, new Held(new Socket[1])))
                .hasMessageStartingWith("Held.content: java.net.Socket[] may not travel")
                .hasMessageNotContaining("[L");
        assertThat(refusal(library, new Held(new Encoded[0][0]))).hasMessageNotContaining("--allow");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void refusal_whatever_showsNoFrameOfTheLibrary(Function<CodecOptions, GraphCodec> library) throws Exception {
        List<Object> all = new ArrayList<>(adviceByValue().keySet());
        all.add(new Wrapper(new Samples.Hooked()));
        all.add(new Object[] {1, new Wrapper(new Worker())});
        Wrapper deep = new Wrapper(null);
        for (int i = 0; i < 5_000; i++) {
            deep = new Wrapper(deep);
        }
        all.add(deep);
        all.add(new Wrapper(new byte[65 << 20]));
        for (Object each : all) {
            StringWriter printed = new StringWriter();
            refusal(library, new Wrapper(each)).printStackTrace(new PrintWriter(printed, true));
            assertThat(printed.toString()).doesNotContain("org.apache.fory", "com.esotericsoftware");
        }
    }

    private static CodecOptions bounded(int bytes) {
        CodecOptions usual = CodecContract.options();
        return new CodecOptions(usual.allow(), usual.loader(), List.of(), type -> type == Worker.class, bytes);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void valueOverTheBound_encoded_isRefusedAtTheBound(Function<CodecOptions, GraphCodec> library) {
        GraphCodec codec = library.apply(bounded(100_000));
        Wrapper many = new Wrapper(List.of(new Holder(new byte[300]), new Holder(new byte[101_000])));
        assertThatThrownBy(() -> codec.encode(many))
                .isInstanceOf(UnencodableException.class)
                .hasMessageStartingWith(Wrapper.class.getName() + " takes more than 100000 bytes, which is the bound (")
                .hasMessageContaining("Wrapper.content[1].content (byte[] of 101000)")
                .hasMessageEndingWith("; send it in parts");
        List<String> words = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            words.add("word " + i + "x".repeat(MANY));
        }
        assertThatThrownBy(() -> codec.encode(new Wrapper(words)))
                .isInstanceOf(UnencodableException.class)
                .hasMessageContaining("Wrapper.content (java.util.ArrayList of " + MANY + ")");
        assertThat(codec.encode(new Wrapper(new byte[99_000])).bytes()).hasSizeLessThanOrEqualTo(100_000);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void partOverTheBound_encoded_isRefusedByItsName(Function<CodecOptions, GraphCodec> library) {
        GraphCodec codec = library.apply(bounded(1_000));
        Worker body = new Worker();
        assertThatThrownBy(() -> codec.encodePart(new Object[] {body, new byte[2_000]}, body))
                .isInstanceOf(UnencodableException.class)
                .hasMessageStartingWith(Worker.class.getName() + " takes more than 1000 bytes");
    }

    private static final class NoWords extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no words");
        }
    }

    /** Fails whenever it is asked for its content. */
    static final class Grumpy extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public int size() {
            throw new NoWords();
        }

        @Override
        public java.util.Iterator<Object> iterator() {
            throw new NoWords();
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void value_whoseCodeFailsWithoutWords_isRefused(Function<CodecOptions, GraphCodec> library) {
        assertThat(refusal(library, new Grumpy())).hasMessageStartingWith(Grumpy.class.getName() + " can't travel: ");
        assertThat(refusal(library, new Wrapper(new Grumpy())))
                .hasMessageStartingWith(Wrapper.class.getName() + " can't travel: ");
    }

    /** So a value that is too large for a message is refused by its name, and not by a link, which knows bytes only. */
    @Test
    void boundOfAValue_usually_leavesAFrameForWhatGoesWithIt() {
        int besides = Bound.PAYLOAD_BYTES.intValue() - CodecOptions.DEFAULT_MAX_PAYLOAD_BYTES;
        assertThat(besides).isGreaterThanOrEqualTo(Bound.FRAME_BYTES.intValue());
    }

    /** Whatever a library reserves before it writes, what fits the bound is sent. */
    @ParameterizedTest
    @MethodSource("libraries")
    void valueJustBelowTheBound_encoded_isSent(Function<CodecOptions, GraphCodec> library) {
        int bound = 1 << 20;
        GraphCodec codec = library.apply(bounded(bound));
        List<Object> all = List.of(
                new byte[bound - 200],
                new long[(bound - 200) / 8],
                "x".repeat(bound - 200),
                "\u00fc".repeat((bound - 200) / 2),
                "\u4e2d".repeat((bound - 200) / 3),
                new ArrayList<>(java.util.Collections.nCopies(bound / 2 - 200, true)));
        for (Object each : all) {
            assertThat(codec.encode(each).bytes()).hasSizeLessThanOrEqualTo(bound);
        }
    }
}
