package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Lane;

@ExtendWith(Logs.class)
class LinkSimulationTest {
    private static final int SEEDS = Integer.getInteger("sojourn.seeds", 1000);
    private static final long FIRST_SEED = Long.getLong("sojourn.seed", 1);
    private static final int WINDOW = 16 << 10;

    /** Sends packets in bursts, then waits until all is delivered and acknowledged; returns what went wrong. */
    private static Cluster converse(Cluster cluster, int packets) {
        cluster.start();
        int sent = 0;
        while (sent < packets) {
            int burst = 1 + cluster.time.random.nextInt(20);
            for (int i = 0; i < burst; i++) {
                cluster.sendRandom(5);
            }
            sent += burst;
            cluster.time.run(cluster.time.random.nextLong(3_000_000));
        }
        boolean done = cluster.time.runUntil(
                TimeUnit.SECONDS.toNanos(120), () -> cluster.outstanding == 0 && cluster.unacknowledged() == 0);
        if (!done) {
            cluster.wrong.add(cluster.outstanding + " packets not delivered, " + cluster.unacknowledged()
                    + " frames not acknowledged " + cluster.left);
        }
        return cluster;
    }

    @Test
    void packets_connectionsCutAnywhere_arriveOnceAndInOrder() {
        int cuts = 0;
        int rests = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Cluster cluster = new Cluster(seed, 2 + (int) (seed % 3), WINDOW);
            boolean harsh = seed % 4 == 0; // many connections don't survive their handshake
            cluster.net.cutBytes = harsh ? 1_500 : 2_000 << (seed % 7);
            cluster.net.refuseOneIn = seed % 3 == 0 ? 3 : 0;
            cluster.net.hereOneIn = (int) (seed % 5); // who comes first writes: never, always, or sometimes
            converse(cluster, seed % 100 == 0 ? 5_000 : harsh ? 60 : 150);
            assertThat(cluster.wrong)
                    .as("seed %d (-Dsojourn.seed=%d -Dsojourn.seeds=1)", seed, seed)
                    .isEmpty();
            assertThat(cluster.left).as("seed %d", seed).isEmpty();
            assertThat(cluster.joined).as("seed %d", seed).doesNotHaveDuplicates();
            cuts += cluster.net.cuts;
            rests += cluster.net.rests;
        }
        assertThat(cuts).isGreaterThan(SEEDS);
        assertThat(rests)
                .as("writes of which the system left something to the loop")
                .isGreaterThan(SEEDS);
    }

    @Test
    void packet_byItself_isWrittenByItsSender() {
        Cluster cluster = settled();
        for (int i = 1; i <= 10; i++) {
            cluster.send(0, 1, Lane.DATA, 0, 50);
            assertThat(cluster.net.writtenHere).isEqualTo(i);
            cluster.time.run(Session.ALONE_NANOS);
        }
        assertThat(cluster.time.runUntil(TimeUnit.SECONDS.toNanos(1), () -> cluster.outstanding == 0))
                .isTrue();
        assertThat(cluster.wrong).isEmpty();
    }

    @Test
    void packets_ofAStream_areWrittenByTheLoop() {
        Cluster cluster = settled();
        for (int i = 0; i < 1_000; i++) {
            cluster.send(0, 1, Lane.DATA, 0, 50);
        }
        assertThat(cluster.net.writtenHere).isEqualTo(Session.CLOSE_PACKETS);
        assertThat(cluster.time.runUntil(TimeUnit.SECONDS.toNanos(10), () -> cluster.outstanding == 0))
                .isTrue();
        assertThat(cluster.wrong).isEmpty();
    }

    /** Two places whose link is up, and lets senders write; the system always takes all. */
    private static Cluster settled() {
        Cluster cluster = new Cluster(13, 2, WINDOW).start();
        cluster.net.leavesRests = false;
        cluster.send(0, 1, Lane.DATA, 0, 50);
        cluster.time.run(TimeUnit.MILLISECONDS.toNanos(50));
        cluster.net.hereOneIn = 1;
        return cluster;
    }

    @Test
    void timers_peerUnreachableWhileMuchIsSent_dontPileUp() {
        Cluster cluster = new Cluster(7, 2, WINDOW);
        cluster.net.refuseOneIn = 1;
        cluster.start();
        for (int i = 0; i < 20_000; i++) {
            cluster.send(0, 1, Lane.DATA, 0, 50);
            cluster.time.run(100_000);
            assertThat(cluster.time.pending()).isLessThan(10);
        }
        cluster.net.refuseOneIn = 0;
        assertThat(cluster.time.runUntil(TimeUnit.SECONDS.toNanos(10), () -> cluster.outstanding == 0))
                .isTrue();
        assertThat(cluster.wrong).isEmpty();
    }

    @Test
    void joined_peerThatWasSentToFirst_isTold() {
        Cluster cluster = new Cluster(9, 2, WINDOW).start();
        cluster.send(0, 1, Lane.DATA, 0, 50);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        assertThat(cluster.joined).containsExactlyInAnyOrder("p0 p1", "p1 p0");
    }

    @Test
    void remove_duringTheHandshake_keepsThePeerOut() {
        for (long seed = 1; seed <= 200; seed++) {
            Cluster cluster = new Cluster(seed, 2, WINDOW).start();
            cluster.send(0, 1, Lane.DATA, 0, 50);
            cluster.time.run(cluster.time.random.nextLong(2_000_000));
            cluster.meshes.get(0).remove(cluster.members.get(1), () -> {});
            cluster.time.run(1);
            int before = cluster.joined.size();
            cluster.time.run(TimeUnit.SECONDS.toNanos(30));
            assertThat(cluster.joined.subList(before, cluster.joined.size()))
                    .as("seed %d", seed)
                    .doesNotContain("p0 p1");
            assertThat(cluster.unacknowledged()).as("seed %d", seed).isZero();
        }
    }

    @Test
    void send_toARemovedMember_isDiscarded() {
        Cluster cluster = new Cluster(3, 2, WINDOW).start();
        LinkMesh mesh = cluster.meshes.get(0);
        mesh.remove(cluster.members.get(1), () -> {});
        for (int i = 0; i < 100; i++) {
            cluster.send(0, 1, Lane.DATA, 0, 50);
            cluster.time.run(1_000_000);
            assertThat(mesh.queuedPackets()).isZero();
        }
    }

    @Test
    void stop_rightAfterSends_deliversThemAndSaysGoodbye() {
        for (long seed = 1; seed <= 100; seed++) {
            Cluster cluster = new Cluster(seed, 2, WINDOW).start();
            for (int i = 0; i < 200; i++) {
                cluster.send(0, 1, Lane.DATA, i % 3, 50 + i);
            }
            cluster.meshes.get(0).stop();
            cluster.time.run(TimeUnit.SECONDS.toNanos(1));
            assertThat(cluster.outstanding).as("seed %d", seed).isZero();
            assertThat(cluster.left).as("seed %d", seed).contains("p1 p0 it said goodbye");
        }
    }

    /** How long a stop lasts after the peer has gone without a goodbye that arrives, while there was something for it. */
    private static long stopAfterPeerHasGone(boolean isOver) {
        Cluster cluster = new Cluster(5, 2, WINDOW).start();
        cluster.send(0, 1, Lane.DATA, 0, 50);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        cluster.net.refuseOneIn = 1;
        cluster.net.wires.get(1).close();
        cluster.send(0, 1, Lane.DATA, 0, 50);
        LinkMesh mesh = cluster.meshes.get(0);
        if (isOver) {
            mesh.over();
        }
        long from = cluster.time.now();
        mesh.stop();
        return cluster.time.now() - from;
    }

    @Test
    void stop_peerHasGone_waitsForItUnlessTheRunIsOver() {
        long bound = TimeUnit.MILLISECONDS.toNanos(Bound.LINK_FLUSH_MILLIS.value());
        assertThat(stopAfterPeerHasGone(false)).isGreaterThanOrEqualTo(bound);
        assertThat(stopAfterPeerHasGone(true)).isLessThan(bound / 10);
    }

    // ---- planted faults -------------------------------------------------------------------------------------------

    /** How often a fault on the way was noticed, by the checker or by a link that was closed with a warning. */
    private static int noticed(UnaryOperator<byte[]> fault) {
        int noticed = 0;
        for (long seed = 1; seed <= 20; seed++) {
            Cluster cluster = new Cluster(seed, 2, WINDOW);
            int[] writes = {0};
            cluster.net.tamper = bytes -> isData(bytes) && ++writes[0] == 40 ? fault.apply(bytes) : bytes;
            converse(cluster, 300);
            noticed += cluster.wrong.isEmpty() ? 0 : 1;
        }
        return noticed;
    }

    private static boolean isData(byte[] bytes) {
        return bytes.length > 2 * Frame.HEADER + Cluster.HEAD
                && ByteBuffer.wrap(bytes).getInt() < Cluster.FRAME
                && bytes[4] == Frame.Type.DATA.ordinal();
    }

    @Test
    void checker_aPacketThatIsLost_findsIt() {
        // The frame stays and a control frame's number isn't touched: only what it carried is gone.
        assertThat(noticed(bytes -> {
                    byte[] lost = bytes.clone();
                    Arrays.fill(lost, Frame.HEADER, Frame.HEADER + Cluster.HEAD, (byte) 0);
                    return lost;
                }))
                .isEqualTo(20);
    }

    @Test
    void link_aFrameThatIsDropped_noticesTheGapAndSendsItAgain() {
        // The session sees the gap, closes the connection, and what was dropped is sent again: nothing for the checker.
        assertThat(noticed(bytes -> {
                    int size = Frame.LENGTH_BYTES + ByteBuffer.wrap(bytes).getInt();
                    return Arrays.copyOfRange(bytes, Math.min(size, bytes.length), bytes.length);
                }))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void checker_framesThatCarryWhatOthersShould_findsIt(Renumbering.Fault fault) {
        for (long seed = 1; seed <= 20; seed++) {
            Cluster cluster = new Cluster(seed, 2, WINDOW);
            Renumbering renumbering = new Renumbering(cluster, fault);
            cluster.net.tamper = renumbering;
            cluster.start();
            cluster.send(0, 1, Lane.DATA, 1, 100);
            cluster.time.run(TimeUnit.SECONDS.toNanos(1));
            for (int i = 0; i < 200; i++) {
                cluster.send(0, 1, Lane.DATA, 1, 100);
            }
            cluster.time.run(TimeUnit.SECONDS.toNanos(10));
            assertThat(renumbering.isPlanted()).as("seed %d", seed).isTrue();
            assertThat(cluster.wrong).as("seed %d", seed).isNotEmpty();
        }
    }
}
