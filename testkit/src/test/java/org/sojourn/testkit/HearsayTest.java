package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.member.Multicast;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** Members that a place names and that nobody has met. */
class HearsayTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MOST = Bound.UNMET_MEMBERS.intValue();

    /** A place that is never started. */
    private static final int NOWHERE = 9;

    /** How a packet names a member. */
    enum Way {
        /** As the birthplace of a name. */
        NAME {
            @Override
            PacketWriter packet(Member to, int place, long incarnation) {
                return new PacketWriter(PacketKind.GONE, 64).i64(incarnation).i64((long) place << 48 | 1);
            }
        },
        /** As the place where somebody is now. */
        LOCATION {
            @Override
            PacketWriter packet(Member to, int place, long incarnation) {
                return new PacketWriter(PacketKind.TAKEN, 64)
                        .i64(1L << 40)
                        .i32(1)
                        .i32(place)
                        .i64(incarnation);
            }
        },
        /** As who has begun what has come along a tree; it waits for what has gone before. */
        ORIGIN {
            @Override
            PacketWriter packet(Member to, int place, long incarnation) {
                return new PacketWriter(PacketKind.MULTICAST, 64)
                        .i32(place)
                        .i64(incarnation)
                        .u8(1)
                        .i64(Multicast.SHARED | 5)
                        .i64(1)
                        .i32(1)
                        .member(to)
                        .i64(2)
                        .u8(0)
                        .i32(0)
                        .i32(0)
                        .u8(PacketKind.BROADCAST.ordinal());
            }
        };

        abstract PacketWriter packet(Member to, int place, long incarnation);
    }

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    /** One place that names members to another. */
    private static final class Naming implements AutoCloseable {
        private final SimulatedCluster cluster = SimulatedCluster.of(3, 1);
        private final Kernel taker = cluster.cluster().kernel(0);
        private final Kernel namer = cluster.cluster().kernel(1);

        Naming() {
            cluster.advance(SECOND);
        }

        /** Passes on what another place is to have sent along a tree. */
        void passOn(Member first, long number, PacketKind kind, byte[] content) {
            PacketWriter packet = new PacketWriter(PacketKind.MULTICAST, 64).i32(first.place());
            packet.i64(first.incarnation()).u8(2).i64(Multicast.SHARED | 5).i64(number);
            packet.i32(1).member(taker.site().self());
            packet.i64(number).u8(0).i32(0); // not marked, nothing of its own
            packet.i32(0).u8(kind.ordinal()).tail(content); // no class names
            namer.site().switchboard().send(taker.site().self(), 0, packet);
        }

        /** Whoever passes something on is in, its first sender out. */
        String whatIsWrongUnlessOnlyOut(Member first) {
            boolean isUp = isLinkUp();
            boolean isOut = taker.site().switchboard().isOut(first);
            return isUp && isOut
                    ? ""
                    : "whoever passes it on is " + (isUp ? "in" : "out") + ", the first sender "
                            + (isOut ? "out" : "in");
        }

        void name(Way way, int place, long incarnation) {
            namer.site()
                    .switchboard()
                    .send(taker.site().self(), 0, way.packet(taker.site().self(), place, incarnation));
        }

        boolean isLinkUp() {
            cluster.advance(SECOND);
            return taker.site().switchboard().isUsable(namer.site().self());
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** What the first {@code most} and one more of a place's inventions come to; empty if that is as it should be. */
    static String search(long most, boolean isChecked) {
        return name(Way.NAME, most, isChecked);
    }

    private static String name(Way way, long most, boolean isChecked) {
        try (Naming naming = new Naming()) {
            long first = naming.taker.site().self().incarnation() + 1;
            for (long i = 0; i < most; i++) {
                naming.name(way, NOWHERE, first + i);
            }
            boolean wasUp = naming.isLinkUp();
            naming.name(way, NOWHERE, first + most);
            boolean isUp = naming.isLinkUp();
            return !isChecked || wasUp && !isUp
                    ? ""
                    : "after " + most + " the link is " + (wasUp ? "up" : "down") + ", after one more "
                            + (isUp ? "up" : "down");
        }
    }

    /** What it comes to that a first sender invents members along a tree, by way of another place. */
    static String searchTrees(long most, boolean isChecked) {
        try (Naming naming = new Naming()) {
            Member first = naming.cluster.cluster().kernel(2).site().self();
            long incarnation = naming.taker.site().self().incarnation() + 1;
            for (long i = 0; i <= most; i++) {
                // What is taken, of whom: nobody waits for it here.
                ByteBuffer taken = ByteBuffer.allocate(20).putInt(7).putInt(1).putInt(NOWHERE);
                naming.passOn(
                        first,
                        i + 1,
                        PacketKind.TAKEN,
                        taken.putLong(incarnation + i).array());
                if (i == most - 1
                        && (!naming.isLinkUp()
                                || naming.taker.site().switchboard().isOut(first))) {
                    return "after " + most + " somebody is out";
                }
            }
            return isChecked ? naming.whatIsWrongUnlessOnlyOut(first) : "";
        }
    }

    /** What it comes to that a place passes on megabytes of a first sender that nobody ever shows, or of many. */
    static String searchKept(long many, boolean isChecked) {
        try (Naming naming = new Naming()) {
            long incarnation = naming.cluster.cluster().kernel(2).site().self().incarnation() + 1;
            int bytes = 1 << 20;
            long fitting = Bound.UNMET_SENDER_BYTES.value() / bytes - 1;
            for (long i = 0; i < fitting; i++) {
                naming.passOn(
                        new Member(2, incarnation + i % many), 1 + i / many, PacketKind.BROADCAST, new byte[bytes]);
            }
            Member last = new Member(2, incarnation);
            if (!naming.isLinkUp() || naming.taker.site().switchboard().isOut(last)) {
                return "after " + fitting + " megabytes somebody is out";
            }
            for (int i = 0; i < 2; i++) {
                naming.passOn(last, fitting + i, PacketKind.BROADCAST, new byte[bytes]);
            }
            return isChecked ? naming.whatIsWrongUnlessOnlyOut(last) : "";
        }
    }

    @Test
    void packetsOfUnknownFirstSenders_moreThanAreKept_haveTheOneWithMostPutOutAndNotTheLast() {
        try (Naming naming = new Naming()) {
            long incarnation = naming.cluster.cluster().kernel(2).site().self().incarnation() + 1;
            Member most = new Member(2, incarnation);
            Member last = new Member(2, incarnation + 1);
            int bytes = 1 << 20;
            long fitting = Bound.UNMET_SENDER_BYTES.value() / bytes - 1;
            for (long i = 0; i < fitting; i++) {
                naming.passOn(most, 1 + i, PacketKind.BROADCAST, new byte[bytes]);
            }
            for (int i = 0; i < 2; i++) {
                naming.passOn(last, 1 + i, PacketKind.BROADCAST, new byte[bytes]);
            }

            assertThat(naming.isLinkUp()).isTrue();
            assertThat(naming.taker.site().switchboard().isOut(last)).isFalse();
            assertThat(naming.taker.site().switchboard().isOut(most)).isTrue();
        }
    }

    @Test
    void membersThatAFirstSenderInvents_alongATree_endItsLinkAndNotThatOfWhoeverPassesItOn() {
        assertThat(searchTrees(MOST, true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void packetsOfUnknownFirstSenders_moreThanAreKept_haveOnePutOutAndNotWhoeverPassesThemOn(int many) {
        assertThat(searchKept(many, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void kernelThatBlamesWhoeverPassesItOn_isFound() {
        new Fault("Multicast", "wrong = e", "throw e", "passes it on is out")
                .assertFound(HearsayTest.class, "searchTrees", MOST);
    }

    @Test
    @Tag("planted")
    void kernelThatKeepsWhateverComes_isFound() {
        new Fault("Switchboard", "worst = multicast", "multicast", "the first sender in")
                .assertFound(HearsayTest.class, "searchKept", 1);
    }

    @ParameterizedTest
    @EnumSource
    void membersThatNobodyHasMet_asManyAsMayBeNamed_areTakenAndOneMoreEndsTheLink(Way way) {
        assertThat(name(way, MOST, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void kernelThatCountsNobody_isFound() {
        new Fault("Switchboard", "by.hearsay.add(by.member, member);", "", "after one more up")
                .assertFound(HearsayTest.class, MOST);
    }

    @Test
    void sameMember_namedAgainAndAgain_countsOnce() {
        try (Naming naming = new Naming()) {
            for (long i = 0; i <= MOST; i++) {
                naming.name(Way.NAME, NOWHERE, naming.taker.site().self().incarnation() + 1);
                naming.name(
                        Way.NAME,
                        2,
                        naming.cluster.cluster().kernel(2).site().self().incarnation());
            }
            assertThat(naming.isLinkUp()).isTrue();
        }
    }

    @Test
    void memberThatIsMetAfterwards_countsNoLonger() {
        try (Naming naming = new Naming()) {
            long first = naming.taker.site().self().incarnation() + 1;
            for (long i = 0; i < MOST; i++) {
                naming.name(Way.NAME, NOWHERE, first + i);
            }
            assertThat(naming.isLinkUp()).isTrue();
            naming.taker.site().switchboard().joined(new Member(NOWHERE, first));

            naming.name(Way.NAME, NOWHERE, first + MOST);
            assertThat(naming.isLinkUp()).as("as many as may be, again").isTrue();
            naming.name(Way.NAME, NOWHERE, first + MOST + 1);
            assertThat(naming.isLinkUp()).as("one more").isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void incarnation_beyondItsBits_endsTheLink(Way way) {
        try (Naming naming = new Naming()) {
            naming.name(way, NOWHERE, 1L << Member.INCARNATION_BITS);
            assertThat(naming.isLinkUp()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1L << 48, Long.MIN_VALUE})
    void member_withAnIncarnationOutOfBounds_isRefused(long incarnation) {
        assertThat(Member.isPossible(1, incarnation)).isFalse();
        assertThatThrownBy(() -> new Member(1, incarnation)).hasMessageContaining("place 1 has incarnation");
        assertThat(Member.isPossible(1, (1L << 48) - 1)).isTrue();
    }
}
