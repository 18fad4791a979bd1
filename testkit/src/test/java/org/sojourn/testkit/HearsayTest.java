package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** Members that a place names and that nobody has met. */
class HearsayTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MOST = Bound.NAMED_MEMBERS.intValue();

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

        void name(Way way, int place, long incarnation) {
            namer.switchboard().send(taker.self(), 0, way.packet(taker.self(), place, incarnation));
        }

        boolean isLinkUp() {
            cluster.advance(SECOND);
            return taker.switchboard().isUsable(namer.self());
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
            long first = naming.taker.self().incarnation() + 1;
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

    @ParameterizedTest
    @EnumSource
    void membersThatNobodyHasMet_asManyAsMayBeNamed_areTakenAndOneMoreEndsTheLink(Way way) {
        assertThat(name(way, MOST, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void kernelThatCountsNobody_isFound() {
        new Fault("member.Switchboard", "            by.hearsay.add(by.member, member);", "", "after one more up")
                .assertFound(HearsayTest.class, MOST);
    }

    @Test
    void sameMember_namedAgainAndAgain_countsOnce() {
        try (Naming naming = new Naming()) {
            for (long i = 0; i <= MOST; i++) {
                naming.name(Way.NAME, NOWHERE, naming.taker.self().incarnation() + 1);
                naming.name(
                        Way.NAME, 2, naming.cluster.cluster().kernel(2).self().incarnation());
            }
            assertThat(naming.isLinkUp()).isTrue();
        }
    }

    @Test
    void memberThatIsMetAfterwards_countsNoLonger() {
        try (Naming naming = new Naming()) {
            long first = naming.taker.self().incarnation() + 1;
            for (long i = 0; i < MOST; i++) {
                naming.name(Way.NAME, NOWHERE, first + i);
            }
            assertThat(naming.isLinkUp()).isTrue();
            naming.taker.switchboard().joined(new Member(NOWHERE, first));

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
