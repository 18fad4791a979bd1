package org.sojourn.net.guest;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.util.ExceptionUtils;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.net.codec.AllowRule;
import org.sojourn.net.codec.CodecOptions;
import org.sojourn.net.codec.ForyCodec;
import org.sojourn.net.codec.KryoCodec;
import org.sojourn.net.codec.Substitute;
import org.sojourn.net.guest.Guests.Holder;
import org.sojourn.net.guest.Guests.Late;
import org.sojourn.net.guest.Guests.Mishap;
import org.sojourn.net.guest.Guests.Order;
import org.sojourn.net.guest.Guests.Row;
import org.sojourn.net.guest.Guests.Sealed;
import org.sojourn.net.guest.Guests.Stage;
import org.sojourn.net.guest.Guests.Strict;
import org.sojourn.net.guest.Guests.Tasks;

/** Code of the program that fails while values are rebuilt: that isn't the bytes' fault, and nothing else suffers from it. */
class ProgramCodeTest {
    private static final Class<?>[] CODECS = {ForyCodec.class, KryoCodec.class};

    private static final Map<Class<?>, Codec> SHARED = Stream.of(CODECS)
            .collect(Collectors.toMap(which -> which, which -> codec(which, ProgramCodeTest.class.getClassLoader())));

    @AfterEach
    void doNothing() {
        Guests.DOES.remove();
        System.clearProperty(Guests.FAILS);
    }

    private static Codec codec(Class<?> which, ClassLoader loader) {
        CodecOptions options = new CodecOptions(
                AllowRule.of(Guests.class.getName(), Set.of(), Set.of()),
                loader,
                List.of(new Substitute<>(Sealed.class, Integer.class, Sealed::number, Sealed::new)),
                type -> false,
                64 << 20);
        return which == ForyCodec.class ? new ForyCodec(options) : new KryoCodec(options);
    }

    private static Codec codec(Class<?> which) {
        return requireNonNull(SHARED.get(which));
    }

    /** What a value becomes of which some code is called while it is rebuilt. */
    private static Map<String, Object> values() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("constructor of a record", new Strict("x"));
        all.put("constructor of a record in a record", new Holder(1, new Strict("x")));
        all.put("hashCode in a map", new HashMap<>(Map.of(new Guests.Key(1), "one", new Guests.Key(2), "two")));
        all.put(
                "hashCode in a set that can't be changed",
                Set.of(new Guests.Key(1), new Guests.Key(2), new Guests.Key(3)));
        all.put("compareTo in a set", new TreeSet<>(List.of(new Guests.Key(1), new Guests.Key(2))));
        all.put("compareTo in a queue", new PriorityQueue<>(List.of(new Guests.Key(1), new Guests.Key(2))));
        TreeMap<Integer, String> ordered = new TreeMap<>(new Order(true));
        ordered.put(1, "one");
        ordered.put(2, "two");
        all.put("comparator", ordered);
        Row row = new Row();
        row.add("x");
        all.put("list of its own", row);
        all.put("exception", new Mishap("x"));
        all.put("substitute", new Sealed(3));
        return all;
    }

    private static Map<String, Function<String, Throwable>> failures() {
        Map<String, Function<String, Throwable>> all = new LinkedHashMap<>();
        IllegalStateException made = new IllegalStateException("made before");
        all.put("exception", IllegalStateException::new);
        all.put("exception made before", message -> made);
        all.put("error", Error::new);
        all.put("checked exception", IOException::new);
        all.put("trace left out", message -> new Guests.Traceless());
        all.put("no message", message -> new Guests.Mute());
        all.put("link error", NoClassDefFoundError::new);
        all.put("out of memory", OutOfMemoryError::new);
        return all;
    }

    /** Each value with some failure, and each failure with values that are rebuilt in different ways. */
    static Stream<Object[]> throwing() {
        List<Object[]> cases = new ArrayList<>();
        for (Class<?> codec : CODECS) {
            values().keySet().forEach(value -> cases.add(new Object[] {codec, value, "exception"}));
            for (String value : List.of("constructor of a record", "list of its own", "exception")) {
                failures().keySet().forEach(failure -> cases.add(new Object[] {codec, value, failure}));
            }
        }
        return cases.stream();
    }

    /** One direction between two codecs. */
    private record Link(Codec from, Codec.Inbound to, Set<Integer> announced) {
        static Link of(Codec from, Codec to) {
            return new Link(
                    from,
                    to.inbound(wire -> {
                        throw new IllegalArgumentException("no references");
                    }),
                    new HashSet<>());
        }

        byte[] send(Object value) {
            Encoded encoded = from.encode(value);
            for (int number : encoded.classes()) {
                if (announced.add(number)) {
                    to.define(number, from.className(number));
                }
            }
            return encoded.bytes();
        }

        Object take(byte[] bytes) {
            return to.decode(bytes, 0, bytes.length);
        }
    }

    @ParameterizedTest
    @MethodSource("throwing")
    void codeThatThrows_whileAValueIsRebuilt_isUndecodableAndLeavesTheRest(
            Class<?> which, String value, String failure) {
        Codec codec = codec(which);
        Link link = Link.of(codec, codec);
        Object sent = requireNonNull(values().get(value));
        byte[] bytes = link.send(sent);
        Function<String, Throwable> thrown = requireNonNull(failures().get(failure));

        Guests.DOES.set(() -> {
            throw ExceptionUtils.throwAsUncheckedException(thrown.apply("on purpose"));
        });
        Throwable seen = catchThrowable(() -> link.take(bytes));
        Guests.DOES.remove();

        assertThat(seen).isInstanceOf(UndecodableException.class);
        assertThat(seen.getMessage()).hasSizeLessThan(1000);
        if (!failure.equals("trace left out") && !failure.equals("exception made before")) {
            assertThat(((UndecodableException) seen).type()).startsWith(Guests.class.getName());
        }
        assertThat(link.take(bytes)).hasSameClassAs(sent);
        assertThat(link.take(link.send(new Holder(5, new Strict("after")))))
                .isEqualTo(new Holder(5, new Strict("after")));
    }

    static Stream<Object[]> nested() {
        return Stream.of(CODECS).flatMap(codec -> values().keySet().stream().map(value -> new Object[] {codec, value}));
    }

    private static int dive(int depth) {
        return depth < 0 ? 0 : dive(depth + 1) + 1;
    }

    @ParameterizedTest
    @MethodSource("nested")
    void codeWithoutEnd_whileAValueIsRebuilt_isUndecodable(Class<?> which, String value) {
        Codec codec = codec(which);
        Link link = Link.of(codec, codec);
        byte[] bytes = link.send(requireNonNull(values().get(value)));
        Guests.DOES.set(() -> dive(0));
        assertThatThrownBy(() -> link.take(bytes))
                .isInstanceOf(UndecodableException.class)
                .hasMessageContaining("StackOverflowError");
        Guests.DOES.remove();
        assertThat(link.take(bytes)).isNotNull();
    }

    /** The program's code asks the codec for something while that is at work. */
    @ParameterizedTest
    @MethodSource("nested")
    void codeThatUsesTheCodec_whileAValueIsRebuilt_isNotInItsWay(Class<?> which, String value) {
        Codec codec = codec(which);
        Link link = Link.of(codec, codec);
        Object sent = requireNonNull(values().get(value));
        byte[] bytes = link.send(sent);
        byte[] other = link.send(List.of(1, "two", 3L));
        Guests.DOES.set(() -> {
            assertThat(link.take(other)).isEqualTo(List.of(1, "two", 3L));
            assertThat(link.send(List.of("x"))).isNotEmpty();
        });
        assertThat(link.take(bytes)).hasSameClassAs(sent);
    }

    static Stream<Class<?>> codecs() {
        return Stream.of(CODECS);
    }

    /** At the sender they were put in before. Kryo makes a set of what is left. */
    @ParameterizedTest
    @MethodSource("codecs")
    void setOfWhatHasBecomeEqual_isNotTheBytesFault(Class<?> which) {
        Codec codec = codec(which);
        Link link = Link.of(codec, codec);
        List<Object> one = new ArrayList<>(List.of(1));
        List<Object> other = new ArrayList<>(List.of(2));
        Object set = Set.of(one, other, "x");
        other.set(0, 1);
        byte[] bytes = link.send(set);
        if (which == ForyCodec.class) {
            assertThatThrownBy(() -> link.take(bytes)).isInstanceOf(UndecodableException.class);
        } else {
            assertThat(link.take(bytes)).isEqualTo(Set.of(one, "x"));
        }
    }

    /** Where a class can't be initialised at one place: its own copies of the guests, made by another loader. */
    private static final class OwnGuests extends ClassLoader {
        OwnGuests() {
            super(ProgramCodeTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.sojourn.net.guest.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    if (file == null) {
                        throw new ClassNotFoundException(name);
                    }
                    byte[] bytes = file.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    static Stream<Object[]> initialised() {
        List<Object> values =
                List.of(new Late(), Stage.SECOND, Tasks.task("x"), new Object[] {Tasks.task("x")}, List.of(new Late()));
        return Stream.of(CODECS).flatMap(codec -> values.stream().map(value -> new Object[] {codec, value}));
    }

    @ParameterizedTest
    @MethodSource("initialised")
    void initialiserThatFails_isUndecodableEachTimeAndLeavesTheRest(Class<?> which, Object value) {
        Link link = Link.of(codec(which), codec(which, new OwnGuests()));
        byte[] bytes = link.send(value);
        System.setProperty(Guests.FAILS, "true");
        assertThatThrownBy(() -> link.take(bytes)).isInstanceOf(UndecodableException.class);
        assertThatThrownBy(() -> link.take(bytes)).isInstanceOf(UndecodableException.class);
        assertThat(link.take(link.send(List.of("after", 1)))).isEqualTo(List.of("after", 1));
        assertThat(link.take(link.send(new Strict("after")))).hasToString("Strict[text=after]");
        assertThatThrownBy(() -> link.take(bytes)).isInstanceOf(UndecodableException.class);
    }

    /** Fory looks at the constants of an enum as soon as it is named. */
    static Stream<Object[]> named() {
        return initialised().filter(each -> each[0] == KryoCodec.class || each[1] != Stage.SECOND);
    }

    @ParameterizedTest
    @MethodSource("named")
    void class_thatIsNamedOnly_isNotInitialised(Class<?> which, Object value) {
        Link link = Link.of(codec(which), codec(which, new OwnGuests()));
        byte[] bytes = link.send(value);
        System.setProperty(Guests.FAILS, "true");
        assertThat(link.take(link.send(List.of("other")))).isEqualTo(List.of("other"));
        System.clearProperty(Guests.FAILS);
        assertThat(link.take(bytes)).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void bytesThatNobodyMakes_areMalformedAsBefore(Class<?> which) {
        Codec codec = codec(which);
        Link link = Link.of(codec, codec);
        byte[] bytes = link.send(new Holder(1, new Strict("x")));
        byte[] shorter = java.util.Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> link.take(shorter)).isInstanceOf(MalformedException.class);
        byte[] longer = java.util.Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> link.take(longer)).isInstanceOf(MalformedException.class);
    }
}
