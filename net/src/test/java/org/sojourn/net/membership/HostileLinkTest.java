package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.link.Hammer;
import org.sojourn.net.link.Logs;

class HostileLinkTest {
    private static final Member P0 = new Member(0, 100);
    private static final Member P1 = new Member(1, 101);
    private static final Member P2 = new Member(2, 102);
    private static final byte[] SECRET = PlaceProcess.SECRET.getBytes(StandardCharsets.UTF_8);

    /** What JGroups sends first on a link of its own. */
    private static final byte[] COOKIE = {'b', 'e', 'l', 'a'};

    @RegisterExtension
    final Logs refusals = new Logs(GuardedServerSocket.class);

    private final List<JGroupsMembership> open = new ArrayList<>();
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
    void stopAll() {
        Collections.reverse(open);
        open.forEach(JGroupsMembership::stop);
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
                    System.arraycopy(
                            SecretProof.MAGIC, 0, garbage, 0, Math.min(garbage.length, SecretProof.MAGIC.length));
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
    void linkWithTheSecret_sendingOversizedNegativeAndGarbledFrames_losesThatLinkOnly() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SecretProof proof = new SecretProof(P2, member -> false, SECRET, PlaceProcess.CLUSTER);
        int[] lengths = {
            Integer.MAX_VALUE, JGroupsMembership.MAX_FRAME_BYTES + 1, -2, Integer.MIN_VALUE, 0, 1, 64, 64, 64, 64
        };
        for (int length : lengths) {
            try (Socket link = new Socket("127.0.0.1", port)) {
                proof.open(link);
                DataOutputStream out = new DataOutputStream(link.getOutputStream());
                IpAddress from = new IpAddress("127.0.0.1", 1 + random.nextInt(65_000));
                out.write(COOKIE);
                out.writeShort(Version.version);
                out.writeShort(from.serializedSize());
                try {
                    from.writeTo(out);
                } catch (Exception e) {
                    throw new IOException(e);
                }
                out.writeInt(length);
                byte[] body = new byte[64];
                random.nextBytes(body);
                trySend(link, body);
            }
        }
        assertStillWorking("seed " + seed);
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
        JGroupsMembership membership = new JGroupsMembership(new MembershipOptions(
                self, PlaceProcess.CLUSTER, "127.0.0.1", 0, "127.0.0.1", initPort, SECRET, Duration.ofSeconds(30)));
        open.add(membership);
        membership.start(recorder);
        return membership.port();
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
