package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/** Large packets: one at a time for each place that receives; and what waits for a peer that takes nothing. */
@ExtendWith(Logs.class)
class TransferTest {
    private static final int SEEDS = 200;
    private static final int WINDOW = 16 << 10;
    private static final int LARGE = 40 * Cluster.FRAME;
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(120);

    @Test
    void largePackets_ofManyPeers_comeOneAfterTheOtherWhileDataGoesOn() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Cluster cluster = new Cluster(seed, 4, WINDOW);
            cluster.net.cutBytes = seed % 3 == 0 ? 50_000 : 0;
            cluster.start();
            List<Integer> begun = new ArrayList<>();
            for (int from = 1; from < 4; from++) {
                cluster.send(from, 0, Lane.DATA, 1, LARGE);
                cluster.send(from, 0, Lane.DATA, 1, 100); // waits behind it
                cluster.send(from, 0, Lane.DATA, 2, 100); // doesn't
                cluster.send(from, 0, Lane.CONTROL, 0, 100);
            }
            boolean done = cluster.time.runUntil(LIMIT, () -> {
                int now = cluster.meshes.get(0).transfersUnderWay();
                if (begun.isEmpty() || begun.get(begun.size() - 1) != now) {
                    begun.add(now);
                }
                return cluster.outstanding == 0;
            });
            assertThat(done).as("seed %d", seed).isTrue();
            assertThat(cluster.wrong).as("seed %d", seed).isEmpty();
            assertThat(begun)
                    .as("transfers at a time, seed %d", seed)
                    .contains(1)
                    .doesNotContain(2, 3);
        }
    }

    @Test
    void largePacket_ofAPeerThatStopsInTheMidst_letsTheNextOneCome() {
        Cluster cluster = new Cluster(5, 3, WINDOW).start();
        cluster.send(1, 0, Lane.DATA, 1, LARGE);
        assertThat(cluster.time.runUntil(LIMIT, () -> cluster.meshes.get(0).transfersUnderWay() == 1))
                .isTrue();
        cluster.meshes.get(1).remove(cluster.members.get(0), () -> {});
        cluster.send(2, 0, Lane.DATA, 1, LARGE);
        long before = cluster.outstanding;

        assertThat(cluster.time.runUntil(LIMIT, () -> cluster.outstanding < before))
                .isTrue();
    }

    @Test
    void sessionThatEnds_withALargePacketThatHasComeInPart_keepsNothingOfIt() {
        Cluster cluster = new Cluster(5, 2, WINDOW).start();
        LinkMesh mesh = cluster.meshes.get(0);
        cluster.send(1, 0, Lane.DATA, 1, LARGE);
        assertThat(cluster.time.runUntil(LIMIT, () -> mesh.transfersUnderWay() == 1))
                .isTrue();

        mesh.remove(cluster.members.get(1), () -> {});
        cluster.time.run(1_000_000);

        assertThat(mesh.transfersUnderWay()).isZero();
    }

    @Test
    void sessionThatEnds_withALargePacketInTheMidst_tellsThatItWasNotDelivered() {
        Cluster cluster = new Cluster(5, 2, WINDOW);
        List<Integer> undelivered = new ArrayList<>();
        LinkMesh mesh = cluster.meshes.get(0);
        mesh.addresses(cluster.addresses());
        mesh.start(new Quiet() {
            @Override
            public void undelivered(Member peer, byte[] payload) {
                undelivered.add(payload.length);
            }
        });
        cluster.send(0, 1, Lane.DATA, 1, LARGE);
        cluster.send(0, 1, Lane.DATA, 1, 50);
        cluster.time.run(1_000_000);
        mesh.remove(cluster.members.get(1), () -> undelivered.add(0));
        cluster.time.run(1_000_000);

        assertThat(undelivered).as("and then that there is no more").containsExactly(LARGE, 0);
        assertThat(mesh.heldBytes()).isZero();
    }

    @Test
    void pressure_peerThatTakesNothing_isToldAndEndsWhenItTakesAgain() {
        Cluster cluster = new Cluster(7, 2, WINDOW);
        cluster.net.refuseOneIn = 1;
        List<Boolean> told = new ArrayList<>();
        LinkMesh mesh = cluster.meshes.get(0);
        Member peer = cluster.members.get(1);
        mesh.addresses(cluster.addresses());
        mesh.start(new Quiet() {
            @Override
            public void pressure(Member member) {
                told.add(mesh.isCrowded(member));
            }
        });
        cluster.start(cluster.meshes.get(1), peer);
        cluster.time.run(1_000);
        told.clear();
        int sent = 0;
        while (!mesh.isCrowded(peer)) {
            cluster.send(0, 1, Lane.DATA, 1, 100);
            sent++;
        }
        assertThat(sent).isEqualTo(WINDOW / 100 + 1);
        assertThat(told).containsExactly(true);
        cluster.net.refuseOneIn = 0;

        assertThat(cluster.time.runUntil(LIMIT, () -> cluster.outstanding == 0)).isTrue();
        cluster.time.run(TimeUnit.MILLISECONDS.toNanos(Bound.LINK_PROBE_MILLIS.value()));
        assertThat(told).containsExactly(true, false);
        assertThat(mesh.heldBytes()).isZero();
    }

    /** Hears of nothing else. */
    private abstract static class Quiet implements Links.Listener {
        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {}

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {}
    }
}
