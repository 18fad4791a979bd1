package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.member.Multicast;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Reference;

/** The exchange of packets by itself, called by the threads of two links at once. */
class SwitchboardTest {
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Member SELF = new Member(0, 10);
    private static final Member SENDER = new Member(1, 11);
    private static final Member NEIGHBOUR = new Member(2, 12);
    private static final Member INVENTED = new Member(9, 99);

    /** Links to nowhere. */
    private static class NoLinks implements Links {
        @Override
        public void start(Listener listener) {}

        @Override
        public void send(Member to, Lane lane, long orderKey, byte[] payload) {}

        @Override
        public boolean isCrowded(Member to) {
            return false;
        }

        @Override
        public void remove(Member member, Runnable over) {
            over.run();
        }

        @Override
        public Traffic traffic() {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public void stop() {}
    }

    /** Of a place that only takes packets. */
    private abstract static class TakingCodec implements Codec {
        @Override
        public Encoded encode(Object value) {
            throw new UnsupportedOperationException("nothing is sent");
        }

        @Override
        public Encoded encodePart(Object value, Object body) {
            throw new UnsupportedOperationException("nothing is sent");
        }

        @Override
        public boolean keeps(Class<? extends Throwable> type) {
            throw new UnsupportedOperationException("nothing is sent");
        }

        @Override
        public String className(int number) {
            throw new UnsupportedOperationException("nothing is sent");
        }
    }

    /** Whoever makes the first decoder does so until another thread makes one as well, or can't. */
    private static final class SlowCodec extends TakingCodec implements Codec.Inbound {
        private final AtomicInteger made = new AtomicInteger();
        private final CountDownLatch isMaking = new CountDownLatch(1);
        private final Thread other;

        SlowCodec(Thread other) {
            this.other = other;
        }

        @Override
        public Inbound inbound(Reference.Resolver resolver) {
            if (made.incrementAndGet() == 1) {
                isMaking.countDown();
                long begin = System.nanoTime();
                while (made.get() == 1
                        && other.getState() != Thread.State.BLOCKED
                        && System.nanoTime() - begin < LONGEST.toNanos()) {
                    Thread.onSpinWait();
                }
            }
            return this;
        }

        @Override
        public void define(int number, String name) {}

        @Override
        public Object decode(byte[] bytes, int offset, int length) {
            return length;
        }

        @Override
        public Object decodePart(byte[] bytes, int offset, int length) {
            throw new UnsupportedOperationException("no part comes");
        }
    }

    /** A packet that has come directly, with a value of one byte. */
    private static byte[] direct() {
        return new byte[] {(byte) PacketKind.MAIL.ordinal(), 1};
    }

    /** One that the sender has sent along a tree, by way of the neighbour. */
    private static byte[] alongTree() {
        return alongTree(1);
    }

    private static byte[] alongTree(long number) {
        ByteBuffer packet = ByteBuffer.allocate(128);
        packet.put((byte) PacketKind.MULTICAST.ordinal());
        packet.putInt(SENDER.place()).putLong(SENDER.incarnation());
        packet.put((byte) 2).putLong(Multicast.SHARED | 5).putLong(number).putInt(1);
        packet.putInt(SELF.place()).putLong(SELF.incarnation());
        packet.putLong(number).put((byte) 0).putInt(0);
        packet.putInt(0).put((byte) PacketKind.BROADCAST.ordinal()).put((byte) 1);
        return Arrays.copyOf(packet.array(), packet.position());
    }

    private static Switchboard switchboard(Codec codec) {
        return switchboard(codec, () -> {}, () -> {});
    }

    private static Switchboard switchboard(Codec codec, Runnable hold, Runnable release) {
        return switchboard(codec, hold, release, wire -> {
            throw new UnsupportedOperationException("no reference comes");
        });
    }

    private static Switchboard switchboard(Codec codec, Runnable hold, Runnable release, Reference.Resolver resolver) {
        return switchboard(new NoLinks(), codec, hold, release, resolver);
    }

    private static Switchboard switchboard(
            Links links, Codec codec, Runnable hold, Runnable release, Reference.Resolver resolver) {
        return new Switchboard(SELF, List.of(SENDER, NEIGHBOUR), links, codec, resolver, new Switchboard.Activity() {
            @Override
            public void hold() {
                hold.run();
            }

            @Override
            public void release() {
                release.run();
            }
        });
    }

    @Test
    void packet_thatTheLinksDoNotTake_isNotCountedAsSent() {
        Links full = new NoLinks() {
            @Override
            public void send(Member to, Lane lane, long orderKey, byte[] payload) {
                throw new IllegalArgumentException("too large");
            }
        };
        Switchboard switchboard = switchboard(full, new SlowCodec(Thread.currentThread()), () -> {}, () -> {}, wire -> {
            throw new AssertionError("nothing comes");
        });

        assertThatThrownBy(() -> switchboard.send(SENDER, 1, new PacketWriter(PacketKind.MAIL, 8)))
                .hasMessage("too large");

        assertThat(switchboard.counters()).isEqualTo(new Switchboard.Counters(0, 0));
    }

    /** A wave that asks when the epoch shows the loss finds the place active until all have been told. */
    @Test
    void loss_ofAMember_holdsThePlaceFromBeforeItsEpochShowsIt() {
        List<String> events = new ArrayList<>();
        Switchboard[] made = new Switchboard[1];
        long[] before = new long[1];
        Runnable noted = () -> events.add(made[0].epoch() == before[0] ? "before" : "after");
        Switchboard switchboard = switchboard(
                new SlowCodec(Thread.currentThread()),
                () -> {
                    events.add("hold");
                    noted.run();
                },
                () -> events.add("release"));
        made[0] = switchboard;
        before[0] = switchboard.epoch();
        switchboard.watch((member, cause) -> {
            events.add("told");
            noted.run();
        });

        switchboard.lost(SENDER, "ended");
        switchboard.lost(SENDER, "ended");

        assertThat(events).containsExactly("hold", "before", "hold", "after", "release", "told", "after", "release");
    }

    /** Another place has met it, and waits for this one's word. */
    @Test
    void end_ofAMemberThatNobodyHasShownHere_isTakenAndTold() {
        Switchboard switchboard = switchboard(new SlowCodec(Thread.currentThread()));
        List<Member> told = new ArrayList<>();
        switchboard.watch((member, cause) -> told.add(member));
        assertThat(switchboard.isUsable(INVENTED)).as("it may be to come").isTrue();

        switchboard.gone(INVENTED, "its process has ended");
        switchboard.joined(INVENTED);

        assertThat(switchboard.isUsable(INVENTED)).isFalse();
        assertThat(switchboard.isStranger(INVENTED)).isTrue();
        assertThat(told).containsExactly(INVENTED);
        assertThat(switchboard.members()).containsExactly(SELF, SENDER, NEIGHBOUR);
    }

    /** A letter that has its place behind a broadcast. */
    private static byte[] behind() {
        ByteBuffer packet = ByteBuffer.allocate(64);
        packet.put((byte) PacketKind.BEHIND.ordinal())
                .putLong(Multicast.SHARED | 5)
                .putLong(1);
        packet.put((byte) PacketKind.MAIL.ordinal()).put((byte) 1).put((byte) 1);
        return Arrays.copyOf(packet.array(), packet.position());
    }

    @Test
    void letterBehindABroadcast_notDelivered_isToldAsALetter() {
        Switchboard switchboard = switchboard(new SlowCodec(Thread.currentThread()));
        List<Integer> told = new ArrayList<>();
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {}

            @Override
            public void undelivered(Member member, PacketKind kind, PacketReader packet) {
                told.add(packet.remaining());
            }
        });
        switchboard.undelivered(SENDER, behind());
        assertThat(told).as("what is left of it, read up to its kind").containsExactly(2);
    }

    @Test
    void decoder_askedForByTheThreadsOfTwoLinks_isMadeOnce() throws InterruptedException {
        Switchboard[] switchboard = new Switchboard[1];
        AtomicInteger taken = new AtomicInteger();
        Thread other = new Thread(() -> switchboard[0].message(NEIGHBOUR, alongTree()), "neighbour");
        SlowCodec codec = new SlowCodec(other);
        switchboard[0] = switchboard(codec);
        switchboard[0].on(PacketKind.MAIL, (from, packet) -> taken.addAndGet((Integer) packet.value()));
        switchboard[0].on(PacketKind.BROADCAST, (from, packet) -> {
            packet.section();
            taken.addAndGet((Integer) packet.value());
        });
        Thread direct = new Thread(() -> switchboard[0].message(SENDER, direct()), "sender");

        direct.start();
        assertThat(codec.isMaking.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        other.start();
        direct.join(LONGEST.toMillis());
        other.join(LONGEST.toMillis());

        assertThat(taken).hasValue(2);
        assertThat(codec.made).as("decoders, all of them for one sender").hasValue(1);
    }

    /** The neighbour that has sent it on holds itself until it is confirmed, and what is behind it waits for nothing else. */
    @Test
    void packetAlongATree_whoseHandlerFails_isConfirmedAndKeepsNothingBack() {
        List<PacketKind> sent = new ArrayList<>();
        Links noting = new NoLinks() {
            @Override
            public void send(Member to, Lane lane, long orderKey, byte[] payload) {
                sent.add(PacketKind.values()[payload[0]]);
            }
        };
        Switchboard switchboard =
                switchboard(noting, new SlowCodec(Thread.currentThread()), () -> {}, () -> {}, wire -> {
                    throw new AssertionError("nothing comes");
                });
        AtomicInteger handled = new AtomicInteger();
        switchboard.on(PacketKind.BROADCAST, (from, packet) -> {
            if (handled.incrementAndGet() == 1) {
                throw new IllegalStateException("code of the program");
            }
        });

        switchboard.message(NEIGHBOUR, alongTree(2));
        assertThat(handled).hasValue(0);
        assertThatThrownBy(() -> switchboard.message(NEIGHBOUR, alongTree(1))).hasMessage("code of the program");

        assertThat(handled).hasValue(2);
        assertThat(sent).containsExactly(PacketKind.TAKEN, PacketKind.TAKEN);
    }

    /** Decodes each value as a reference: with an invented birthplace, or to one who has moved to an invented place. */
    private static final class ReferenceCodec extends TakingCodec {
        private final boolean isMoved;
        private long invented = SELF.incarnation();

        ReferenceCodec(boolean isMoved) {
            this.isMoved = isMoved;
        }

        @Override
        public Inbound inbound(Reference.Resolver resolver) {
            return new Inbound() {
                @Override
                public void define(int number, String name) {}

                @Override
                public Object decode(byte[] bytes, int offset, int length) {
                    invented++;
                    long birth = isMoved ? SELF.incarnation() : invented;
                    return resolver.resolve(new Reference.Wire(
                            (byte) 1, birth, (long) (isMoved ? SELF : INVENTED).place() << 48 | 1, invented));
                }

                @Override
                public Object decodePart(byte[] bytes, int offset, int length) {
                    throw new UnsupportedOperationException("no part comes");
                }
            };
        }
    }

    private record Anybody(Wire toWire) implements Reference {
        @Override
        public void leadsTo(Consumer<Member> told) {
            told.accept(new Member(INVENTED.place(), toWire.detail()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void referencesToMembersThatNobodyHasMet_tooManyOfThem_areMalformed(boolean isMoved) {
        Switchboard switchboard = switchboard(new ReferenceCodec(isMoved), () -> {}, () -> {}, Anybody::new);
        switchboard.on(PacketKind.MAIL, (from, packet) -> packet.value());
        for (int i = 0; i < Bound.UNMET_MEMBERS.intValue(); i++) {
            switchboard.message(SENDER, direct());
        }

        assertThatThrownBy(() -> switchboard.message(SENDER, direct()))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("p1 names incarnation")
                .hasMessageContaining("it has named " + Bound.UNMET_MEMBERS.value() + " others");
        switchboard.message(NEIGHBOUR, direct());
    }
}
