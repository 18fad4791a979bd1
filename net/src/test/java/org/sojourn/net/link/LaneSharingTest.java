package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/** What the lanes of a link owe each other, and what a session owes a connection. */
@ExtendWith(Logs.class)
class LaneSharingTest {
    private static final int WINDOW = 8 << 10;

    @Test
    void bulk_moreDataThanTheLinkTakes_getsThrough() {
        Cluster cluster = new Cluster(11, 2, WINDOW).start();
        int[] large = {0};
        cluster.send(0, 1, Lane.DATA, 1, 200);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        LinkMesh mesh = cluster.meshes.get(0);
        listen(cluster, packet -> large[0] += packet.length > Cluster.FRAME ? 1 : 0);
        for (int i = 0; i < 3_000; i++) {
            for (int k = 0; k < 120; k++) {
                mesh.send(cluster.members.get(1), Lane.DATA, 1, new byte[900]);
            }
            if (i == 100) {
                mesh.send(cluster.members.get(1), Lane.BULK, 2, new byte[50_000]);
            }
            cluster.time.run(1_000_000);
        }
        int[] queued = {0};
        cluster.time.at(cluster.time.now(), () -> queued[0] = mesh.queuedPackets());
        cluster.time.run(1);
        assertThat(queued[0]).as("the link is overloaded throughout").isGreaterThan(5_000);
        assertThat(large[0]).isEqualTo(1);
    }

    @Test
    void frame_replayedIntoItsOwnConnection_closesIt(Logs logs) {
        Cluster cluster = new Cluster(5, 2, WINDOW).start();
        cluster.time.run(1);
        Member hostile = new Member(2, 900);
        Stranger peer = Stranger.proven(cluster, cluster.net.wires.get(0), hostile, cluster.members.get(0), 0);
        assertThat(peer.proven).isTrue();
        peer.write(Frame.Type.DATA, 0, 1, new byte[50]);
        peer.write(Frame.Type.DATA, 0, 2, new byte[50]);
        peer.write(Frame.Type.DATA, 0, 1, new byte[50]);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        assertThat(peer.end.isGone()).isTrue();
        assertThat(logs.lines().get(logs.lines().size() - 1)).contains("frame 1 after frame 2");
    }

    @Test
    void listener_throwsAnError_isLoggedAndTheConnectionStays(Logs logs) {
        Cluster cluster = new Cluster(6, 2, WINDOW).start();
        cluster.send(0, 1, Lane.DATA, 1, 200);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        int[] calls = {0};
        listen(cluster, packet -> {
            if (++calls[0] == 1) {
                throw new NoClassDefFoundError("user/Gone");
            }
        });
        cluster.meshes.get(0).send(cluster.members.get(1), Lane.DATA, 1, new byte[50]);
        cluster.meshes.get(0).send(cluster.members.get(1), Lane.DATA, 1, new byte[50]);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        assertThat(calls[0]).isEqualTo(2);
        assertThat(logs.lines()).singleElement().asString().contains("could not be handled");
    }

    private static void listen(Cluster cluster, Consumer<byte[]> packets) {
        cluster.meshes.get(1).start(new Links.Listener() {
            @Override
            public void ready() {}

            @Override
            public void message(Member from, byte[] payload) {
                packets.accept(payload);
            }

            @Override
            public void joined(Member peer) {}

            @Override
            public void left(Member peer, String cause) {}
        });
        cluster.time.run(1);
    }
}
