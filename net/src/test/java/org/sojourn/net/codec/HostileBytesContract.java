package org.sojourn.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.net.canary.Canary;
import org.sojourn.net.codec.Samples.Ask;
import org.sojourn.net.codec.Samples.Circle;
import org.sojourn.net.codec.Samples.Mail;
import org.sojourn.net.codec.Samples.Numbers;
import org.sojourn.net.codec.Samples.OutOfStock;
import org.sojourn.net.codec.Samples.RealHandle;
import org.sojourn.net.codec.Samples.Square;
import org.sojourn.net.codec.Samples.Wrapper;

/** What every codec makes of bytes that no correct peer sends: nothing, and nothing of it is loaded. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostileBytesContract {
    private static final long SEED = Long.getLong("sojourn.seed", 20261120L);
    private static final int MUTATIONS = Integer.getInteger("sojourn.mutations", 20_000);

    private GraphCodec codec;
    private CodecContract.Link link;

    abstract GraphCodec newCodec(CodecOptions options);

    /** What an attacker's instance of the same library, without our rules, makes of a value: names and all. */
    abstract List<byte[]> unchecked(Object value);

    /** Whether the library without our rules would load what such bytes name: the attack is a real one. */
    abstract void decodeUnchecked(byte[] bytes, ClassLoader loader);

    @BeforeAll
    void open() {
        codec = newCodec(CodecContract.options());
        link = new CodecContract.Link(codec, codec);
    }

    @Test
    void referenceOfUnknownKind_decoded_isMalformed() {
        Codec.Inbound strict = codec.inbound(wire -> {
            throw new IllegalArgumentException("kind " + wire.kind());
        });
        byte[] bytes = codec.encode(new RealHandle<>(new Reference.Wire((byte) 9, 1, 1, 1)))
                .bytes();
        assertThatThrownBy(() -> strict.decode(bytes, 0, bytes.length)).isInstanceOf(MalformedException.class);
    }

    @Test
    void numberNeverDefined_decoded_isMalformed() {
        byte[] bytes = link.send(new Circle(1)).bytes();
        Codec.Inbound fresh = codec.inbound(RealHandle::new);
        assertThatThrownBy(() -> fresh.decode(bytes, 0, bytes.length)).isInstanceOf(MalformedException.class);
        assertThat(link.<Object>pass(new Circle(1))).isEqualTo(new Circle(1));
    }

    @Test
    void definition_ofWrongThings_isMalformed() {
        Codec.Inbound inbound = codec.inbound(RealHandle::new);
        inbound.define(20, Circle.class.getName());
        inbound.define(20, Circle.class.getName());
        for (String name : List.of(
                Canary.class.getName(),
                "[Lorg.sojourn.net.canary.Canary;",
                "java.lang.Class",
                "java.lang.Runtime",
                "java.lang.ProcessBuilder",
                "java.lang.Thread",
                "org.sojourn.net.codec",
                "",
                "[",
                "[[[[",
                "java.net.Socket",
                "org/sojourn/net/codec/Samples",
                "x".repeat(10_000))) {
            assertThatThrownBy(() -> inbound.define(21, name)).as(name).isInstanceOf(MalformedException.class);
        }
        inbound.define(22, "org.sojourn.net.codec.NoSuchClass"); // the peer may have it; values of it can't be read
        inbound.define(22, "org.sojourn.net.codec.NoSuchClass");
        for (int number : List.of(20, 22)) {
            assertThatThrownBy(() -> inbound.define(number, Square.class.getName()))
                    .isInstanceOf(MalformedException.class);
            assertThatThrownBy(() -> inbound.define(number, "org.sojourn.net.codec.NoSuchClassEither"))
                    .isInstanceOf(MalformedException.class);
        }
        for (int number : List.of(-1, 0, 1, 2, 15, 1 << 16, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
            assertThatThrownBy(() -> inbound.define(number, Circle.class.getName()))
                    .isInstanceOf(MalformedException.class);
        }
    }

    @Test
    void canary_namedInBytes_isNeverLoaded() {
        List<byte[]> attacks = new ArrayList<>();
        for (Object value : List.of(
                new Canary(),
                new Wrapper(new Canary()),
                List.of(new Canary()),
                new Canary[1],
                Map.of("k", new Canary()),
                Canary.class,
                new Wrapper(Canary.class),
                new Class<?>[] {Canary.class})) {
            attacks.addAll(unchecked(value));
        }
        int loadedUnchecked = 0;
        for (byte[] attack : attacks) {
            CanaryLoader loader = new CanaryLoader();
            System.clearProperty(Canary.SUNG);
            Codec victim = newCodec(
                    new CodecOptions(CodecContract.options().allow(), loader, List.of(), type -> false, 1 << 20));
            Codec.Inbound inbound = victim.inbound(RealHandle::new);
            inbound.define(16, Wrapper.class.getName());
            assertThatThrownBy(() -> inbound.define(18, Canary.class.getName())).isInstanceOf(MalformedException.class);
            for (int from = 0; from < Math.min(4, attack.length); from++) {
                int start = from; // our format has no header: let the attack begin at the value
                assertThatThrownBy(() -> inbound.decode(attack, start, attack.length - start))
                        .isInstanceOf(MalformedException.class);
            }
            assertThat(loader.asked).noneMatch(name -> name.contains("canary"));
            assertThat(System.getProperty(Canary.SUNG)).isNull();
            decodeUnchecked(attack, loader);
            loadedUnchecked += loader.asked.stream().anyMatch(name -> name.contains("canary")) ? 1 : 0;
        }
        assertThat(loadedUnchecked).as("attacks that work without the rules").isGreaterThan(attacks.size() / 2);
    }

    /** Notes what it is asked for, and makes its own copy of the canary. */
    private static final class CanaryLoader extends ClassLoader {
        final List<String> asked = new CopyOnWriteArrayList<>();

        CanaryLoader() {
            super(HostileBytesContract.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            if (!name.equals(Canary.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void ranges_outsideTheArray_areMalformed() {
        byte[] bytes = link.send("x").bytes();
        assertThatThrownBy(() -> link.to.decode(bytes, 1, bytes.length)).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> link.to.decode(bytes, -1, 1)).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> link.to.decode(bytes, 0, 0)).isInstanceOf(MalformedException.class);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> link.to.decode(longer, 0, longer.length)).isInstanceOf(MalformedException.class);
    }

    @Test
    void mutatedBytes_decoded_areAValueOrMalformed() {
        List<Object> values = new ArrayList<>(CodecContract.equalValues().values());
        values.add(Numbers.sample());
        values.add(Samples.adding(1, 2, List.of("x")));
        values.add(new Ask(
                "q",
                new RealHandle<>(new Reference.Wire((byte) 1, 2, 3, 4)),
                new RealHandle<>(new Reference.Wire((byte) 1, 2, 3, 4)),
                1));
        values.add(new IllegalStateException("m", new OutOfStock("i", 1)));
        List<byte[]> valid =
                values.stream().map(value -> link.send(value).bytes()).toList();
        Random random = new Random(SEED);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = mutate(valid, random);
            try {
                link.to.decode(bytes, 0, bytes.length);
            } catch (MalformedException e) {
                refused++;
                assertThat(e.getMessage()).as("seed %d, mutation %d", SEED, i).hasSizeLessThan(1000);
            } catch (UndecodableException e) {
                continue; // values that nobody would have made, in a class or a set that refuses them
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + SEED + ", mutation " + i + ": " + Arrays.toString(bytes), e);
            }
        }
        assertThat(refused).isGreaterThan(MUTATIONS / 10);
        assertThat(link.<Object>pass(Mail.sample())).isEqualTo(Mail.sample());
    }

    private static byte[] mutate(List<byte[]> valid, Random random) {
        byte[] bytes = valid.get(random.nextInt(valid.size())).clone();
        int kind = random.nextInt(6);
        if (kind == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        if (kind == 1) {
            byte[] other = valid.get(random.nextInt(valid.size()));
            int from = random.nextInt(bytes.length);
            for (int i = from; i < bytes.length; i++) {
                bytes[i] = other[(i * 7 + from) % other.length];
            }
            return bytes;
        }
        for (int i = 1 + random.nextInt(kind == 2 ? 8 : 2); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) 0xff;
                case 1 -> (byte) 0x7f;
                case 2 -> (byte) (bytes[at] ^ (1 << random.nextInt(8)));
                default -> (byte) random.nextInt();
            };
        }
        return bytes;
    }
}
