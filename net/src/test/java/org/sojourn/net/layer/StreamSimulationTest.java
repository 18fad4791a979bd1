package org.sojourn.net.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.CommunicationLayer;
import org.sojourn.net.link.VirtualTime;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Wire;

/** Streams over messages that get lost, come twice, come late and are refused, in virtual time. */
class StreamSimulationTest {
    private static final long SEEDS = Long.getLong("sojourn.streams", 300);
    private static final long MINUTES = TimeUnit.MINUTES.toNanos(10);
    private static final int BYTES = 60_000;

    /** Two places and what is between them. */
    private static final class Between {
        final VirtualTime time;
        final List<MessageWire> wires = new ArrayList<>();
        final int lossPercent;
        boolean isCut;

        Between(long seed) {
            time = new VirtualTime(seed);
            lossPercent = time.random.nextInt(4) == 0 ? 0 : time.random.nextInt(30);
            for (int i = 0; i < 2; i++) {
                wires.add(new MessageWire(time.loop(), (byte) 'L', new Half(i), time.random::nextLong, () -> {}));
            }
        }

        private final class Half implements CommunicationLayer {
            private final int place;

            Half(int place) {
                this.place = place;
            }

            @Override
            public String name() {
                return "virtual";
            }

            @Override
            public void start(String run, int number, Listener listener) {}

            @Override
            public boolean send(int to, ByteBuffer message) {
                if (time.random.nextInt(50) == 0) {
                    return false;
                }
                int copies = isCut || time.random.nextInt(100) < lossPercent ? 0 : time.random.nextInt(20) == 0 ? 2 : 1;
                for (int i = 0; i < copies; i++) {
                    Segment segment = Objects.requireNonNull(
                            Segment.read(message.duplicate().position(1)));
                    long delay = 10_000 + time.random.nextLong(time.random.nextInt(5) == 0 ? 50_000_000 : 300_000);
                    time.at(time.now() + delay, () -> wires.get(to).received(place, segment));
                }
                return true;
            }

            @Override
            public int maxMessageBytes() {
                return 512;
            }

            @Override
            public void stop() {}
        }
    }

    /** One end: what it has, and how it was closed. */
    private static final class End implements Connection.Listener, Wire.Dial {
        final ByteArrayOutputStream got = new ByteArrayOutputStream();
        final List<String> closed = new ArrayList<>();

        @Nullable
        Connection connection;

        Connection connection() {
            return Objects.requireNonNull(connection);
        }

        void take(Connection made) {
            assertThat(connection).isNull();
            connection = made;
            made.listen(this);
        }

        @Override
        public void connected(Connection made) {
            take(made);
        }

        @Override
        public void failed(String cause) {
            closed.add("not dialled: " + cause);
        }

        @Override
        public void received(ByteBuffer bytes) {
            assertThat(closed).isEmpty();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            got.writeBytes(copy);
        }

        @Override
        public void writable() {}

        @Override
        public void closed(String cause) {
            closed.add(cause);
        }
    }

    private static byte[] randomBytes(Between between) {
        byte[] bytes = new byte[between.time.random.nextInt(BYTES)];
        between.time.random.nextBytes(bytes);
        return bytes;
    }

    /** Written in pieces over some time. */
    private static void write(Between between, End end, byte[] bytes) {
        int at = 0;
        long when = between.time.now();
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + between.time.random.nextInt(5_000));
            byte[] piece = Arrays.copyOfRange(bytes, at, at + length);
            at += length;
            when += between.time.random.nextLong(2_000_000);
            between.time.at(when, () -> {
                if (end.connection != null) {
                    end.connection.write(List.of(piece));
                }
            });
        }
    }

    @Test
    void bytes_ofBothEnds_arriveOnceAndInOrderAndTheCloseAfterThem() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Between between = new Between(seed);
            End dialler = new End();
            End acceptor = new End();
            between.wires.get(1).start(acceptor::take);
            between.wires.get(0).dial("", 1, dialler);
            String shown = "seed " + seed;
            assertThat(between.time.runUntil(MINUTES, () -> dialler.connection != null && acceptor.connection != null))
                    .as(shown)
                    .isTrue();
            byte[] there = randomBytes(between);
            byte[] back = randomBytes(between);
            write(between, dialler, there);
            write(between, acceptor, back);
            assertThat(between.time.runUntil(
                            MINUTES, () -> acceptor.got.size() >= there.length && dialler.got.size() >= back.length))
                    .as(shown)
                    .isTrue();
            assertThat(acceptor.got.toByteArray()).as(shown).isEqualTo(there);
            assertThat(dialler.got.toByteArray()).as(shown).isEqualTo(back);
            byte[] last = randomBytes(between);
            dialler.connection().write(List.of(last));
            dialler.connection().close();
            assertThat(between.time.runUntil(MINUTES, () -> !acceptor.closed.isEmpty() && !dialler.closed.isEmpty()))
                    .as(shown)
                    .isTrue();
            assertThat(acceptor.got.size()).as(shown).isEqualTo(there.length + last.length);
            assertThat(acceptor.closed).as(shown).containsExactly("p0 has closed it");
            assertThat(dialler.closed).as(shown).hasSize(1);
        }
    }

    @Test
    void connection_ofPlacesThatAreCutOff_isClosedAtBothEnds() {
        for (long seed = 1; seed <= SEEDS / 10; seed++) {
            Between between = new Between(seed);
            End dialler = new End();
            End acceptor = new End();
            between.wires.get(1).start(acceptor::take);
            between.wires.get(0).dial("", 1, dialler);
            between.time.runUntil(MINUTES, () -> dialler.connection != null && acceptor.connection != null);
            between.isCut = true;
            dialler.connection().write(List.of(new byte[100]));
            acceptor.connection().write(List.of(new byte[100]));
            long begun = between.time.now();
            assertThat(between.time.runUntil(MINUTES, () -> !acceptor.closed.isEmpty() && !dialler.closed.isEmpty()))
                    .as("seed %d", seed)
                    .isTrue();
            assertThat(between.time.now() - begun)
                    .as("seed %d", seed)
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(Bound.LAYER_SILENCE_MILLIS.value()));
            assertThat(dialler.closed.get(0)).contains("has confirmed nothing for ");
        }
    }

    @Test
    void dial_ofAPlaceThatIsNotThere_fails() {
        Between between = new Between(1);
        between.isCut = true;
        End dialler = new End();
        between.wires.get(0).dial("", 1, dialler);
        assertThat(between.time.runUntil(MINUTES, () -> !dialler.closed.isEmpty()))
                .isTrue();
        assertThat(dialler.closed).singleElement().asString().startsWith("not dialled: p1 hasn't answered for ");
    }
}
