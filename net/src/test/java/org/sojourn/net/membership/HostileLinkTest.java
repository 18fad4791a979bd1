package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jgroups.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.Hammer;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Logs;
import org.sojourn.net.netty.NettyPort;

class HostileLinkTest {
    private static final Member P0 = new Member(0, 100);
    private static final Member P1 = new Member(1, 101);
    private static final Member P2 = new Member(2, 102);
    private static final Member P3 = new Member(3, 103);
    private static final Duration CALM = Duration.ofSeconds(30);

    /** What a connection of the membership begins with, as far as a stranger can know it. */
    private static final byte[] BEGINNING = "mSOJOURN".getBytes(StandardCharsets.US_ASCII);

    @RegisterExtension
    final Logs refusals = new Logs(NettyPort.class);

    /** What JGroups can't read. */
    @RegisterExtension
    final Logs garbled = new Logs(LinkTransport.class);

    @RegisterExtension
    final Logs broken = new Logs();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Recorder first = new Recorder();
    private final Recorder second = new Recorder();
    private int port;

    @BeforeEach
    void startTwo() throws IOException {
        port = start(P0, 0, first);
        start(P1, port, second);
        first.awaitMembers(P0, P1);
        second.awaitMembers(P0, P1);
    }

    @AfterEach
    void stopAll() throws Exception {
        Collections.reverse(open);
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void strangers_withGarbageOrSilence_harmNobody() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Socket> links = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket link = new Socket("127.0.0.1", port);
                links.add(link);
                byte[] garbage = new byte[random.nextInt(300)];
                random.nextBytes(garbage);
                if (i % 3 == 1) {
                    System.arraycopy(BEGINNING, 0, garbage, 0, Math.min(garbage.length, BEGINNING.length));
                }
                trySend(link, garbage);
                if (i % 4 == 0) {
                    link.close();
                }
            }
            assertStillWorking("seed " + seed);
        } finally {
            for (Socket link : links) {
                link.close();
            }
        }
    }

    @Test
    void place_whileAStrangerHammersThePort_getsIn() throws IOException {
        try (Hammer hammer = new Hammer(port)) {
            hammer.awaitConnections(2_000);
            assertStillWorking("hammered");
            hammer.awaitConnections(4_000);
        }
        assertThat(refusals.lines()).hasSizeBetween(10, 40);
    }

    @Test
    void placeWithTheSecret_sendingGarbledAndOversizedPackets_harmsNobody() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        NettyPort own = new NettyPort("hostile-link-test", TestPlace.HOST, 0, null);
        open.add(own);
        LinkMesh mesh = new LinkMesh(
                LinkOptions.of(
                        P3,
                        PlaceProcess.SECRET.getBytes(StandardCharsets.UTF_8),
                        new byte[32],
                        new SecureRandom()::nextLong),
                own.membership());
        mesh.addresses(Map.of(P0, new Network.Address(TestPlace.HOST, port)));
        CountDownLatch ended = new CountDownLatch(1);
        mesh.start(new Links.Listener() {
            @Override
            public void ready() {}

            @Override
            public void message(Member from, byte[] payload) {}

            @Override
            public void joined(Member peer) {}

            @Override
            public void left(Member peer, String cause) {
                ended.countDown();
            }
        });
        for (int i = 0; i < 1_000; i++) {
            ByteBuffer packet = ByteBuffer.allocate(random.nextInt(3, 300));
            random.nextBytes(packet.array());
            if (i % 10 != 0) {
                packet.putShort(Version.version).put((byte) random.nextInt(4));
            }
            mesh.send(P0, Lane.DATA, 0, packet.array());
        }
        assertStillWorking("seed " + seed);
        mesh.send(P0, Lane.DATA, 0, new byte[JGroupsMembership.MAX_PACKET_BYTES + 1]);
        await("the end of its link").atMost(CALM).until(() -> ended.getCount() == 0);
        mesh.stop(0);
        assertThat(garbled.lines()).isNotEmpty();
        assertThat(broken.lines()).anyMatch(line -> line.contains("the link to p3 is closed"));
    }

    private void assertStillWorking(String seed) throws IOException {
        Recorder third = new Recorder();
        start(P2, port, third);
        third.awaitMembers(P0, P1, P2);
        first.awaitMembers(P0, P1, P2);
        second.awaitMembers(P0, P1, P2);
        assertThat(first.views).as(seed).hasSizeLessThanOrEqualTo(3);
        assertThat(first.expulsions).as(seed).isEmpty();
        assertThat(second.expulsions).as(seed).isEmpty();
    }

    private int start(Member self, int initPort, Recorder recorder) throws IOException {
        TestPlace place = new TestPlace(self, initPort, CALM);
        open.add(place);
        place.membership.start(recorder);
        return place.port();
    }

    /** Sends as much as the other side takes: it may close the link at any time. */
    private static void trySend(Socket link, byte[] bytes) {
        try {
            link.getOutputStream().write(bytes);
        } catch (IOException e) {
            assertThat(link.isConnected()).isTrue();
        }
    }
}
