package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Member;

/** Two places talk; a third party tries to get in. It loses its own connection, with one line, and nothing else happens. */
class HandshakeTest extends TwoPlaces {
    private static final long SEED = Long.getLong("sojourn.seed", 4711);

    HandshakeTest() {
        super(SEED);
    }

    /** The intruder is a whole place with its own mesh; returns what its dial to p0 led to. */
    private List<String> dialAs(byte[] secret, byte[] program) {
        LinkMesh mesh = cluster.mesh(third, secret, program);
        cluster.start(mesh, third);
        mesh.send(cluster.members.get(0), Lane.DATA, 0, new byte[100]);
        cluster.time.run(TimeUnit.SECONDS.toNanos(20));
        return cluster.left;
    }

    @Test
    void secret_wrong_refusedAtBothEnds(Logs logs) {
        assertThat(dialAs("another secret".getBytes(StandardCharsets.US_ASCII), new byte[32]))
                .singleElement()
                .asString()
                .startsWith("p2 p0 its place could not be reached: it doesn't know this run's secret");
        assertThat(logs.lines()).singleElement().asString().contains("says it is p2");
        others();
    }

    @Test
    void program_wrong_refusedAtBothEndsWithBothHashes(Logs logs) {
        byte[] program = new byte[32];
        Arrays.fill(program, (byte) 0xAB);
        assertThat(dialAs(Cluster.SECRET, program))
                .singleElement()
                .asString()
                .contains("it runs 000000000000, this place runs abababababab");
        assertThat(logs.lines())
                .singleElement()
                .asString()
                .contains("p2")
                .contains("it runs abababababab, this place runs 000000000000");
        others();
    }

    @Test
    void version_other_refusedAtBothEnds(Logs logs) {
        cluster.net.tamper = bytes -> {
            if (bytes.length == Handshake.HELLO) {
                bytes[9] = 7;
            } else if (bytes.length == Handshake.CHALLENGE) {
                bytes[9] = 8;
            }
            return bytes;
        };
        assertThat(dialAs(Cluster.SECRET, new byte[32]))
                .singleElement()
                .asString()
                .contains("it speaks protocol version 8, this place speaks 4");
        assertThat(logs.lines())
                .singleElement()
                .asString()
                .contains("it speaks protocol version 7, this place speaks 4");
        others();
    }

    @Test
    void incarnation_anotherThanDialled_refusedAtBothEnds(Logs logs) {
        cluster.members.set(0, new Member(0, 77)); // what the intruder believes
        assertThat(dialAs(Cluster.SECRET, new byte[32]))
                .singleElement()
                .asString()
                .contains("it is p0 (incarnation 64), not p0 (incarnation 4d) that was dialled");
        assertThat(logs.lines()).singleElement().asString().contains("closed the connection during the handshake");
        cluster.members.set(0, new Member(0, 100));
        others();
    }

    @Test
    void dialer_removed_refusedWithoutALine(Logs logs) {
        cluster.meshes.get(0).remove(third, () -> {});
        cluster.time.run(1);
        cluster.left.clear();
        assertThat(dialAs(Cluster.SECRET, new byte[32]))
                .singleElement()
                .asString()
                .contains("the dialer was declared out of the run");
        assertThat(logs.lines()).as("it may not have noticed yet").isEmpty();
        others();
    }

    @Test
    void dialer_withTheNameOfTheAcceptor_isRefused(Logs logs) {
        Stranger mirror = Stranger.proven(cluster, wire(), cluster.members.get(0), cluster.members.get(0), 0);
        assertThat(mirror.proven).isFalse();
        assertThat(logs.lines()).hasSize(1);
        others();
    }

    @Test
    void bytes_ofAnEarlierHandshake_areWorthless(Logs logs) {
        List<byte[]> recorded = new ArrayList<>();
        cluster.net.tamper = bytes -> {
            recorded.add(bytes.clone());
            return bytes;
        };
        Stranger first = Stranger.proven(cluster, wire(), third, cluster.members.get(0), 0);
        assertThat(first.proven).isTrue();
        cluster.net.tamper = bytes -> bytes;
        byte[] hello = recorded.stream()
                .filter(bytes -> bytes.length == Handshake.HELLO)
                .findFirst()
                .orElseThrow();
        byte[] proof = recorded.stream()
                .filter(bytes -> bytes.length == Handshake.PROOF)
                .findFirst()
                .orElseThrow();
        Stranger second = Stranger.unproven(wire());
        second.write(hello, proof);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        assertThat(second.end.isGone()).isTrue();
        assertThat(logs.lines()).singleElement().asString().contains("doesn't know this run's secret");
        assertThat(first.end.isGone()).isFalse();
        others();
    }

    @Test
    void challenge_mirroredFromTheDialerItself_isRefused() {
        // p1 dials the third party, which asks p1 for the answer and passes it on.
        cluster.members.add(third);
        VirtualWire mine = cluster.net.wire();
        mine.start(asked -> {
            Stranger[] relay = new Stranger[1];
            relay[0] = Stranger.unproven(cluster.net.wires.get(1));
            asked.listen(new org.sojourn.net.wire.Connection.Listener() {
                private int answered;

                @Override
                public void received(ByteBuffer bytes) {
                    byte[] copy = new byte[bytes.remaining()];
                    bytes.get(copy);
                    relay[0].write(copy);
                    cluster.time.run(20_000_000);
                    byte[] all = relay[0].heard.toByteArray();
                    asked.write(List.of(Arrays.copyOfRange(all, answered, all.length)));
                    answered = all.length;
                }

                @Override
                public void writable() {}

                @Override
                public void closed(String cause) {}
            });
        });
        cluster.meshes.get(1).addresses(cluster.addresses());
        cluster.meshes.get(1).send(third, Lane.DATA, 0, new byte[50]);
        cluster.time.run(TimeUnit.SECONDS.toNanos(30));
        assertThat(cluster.joined).doesNotContain("p1 p2");
        assertThat(cluster.left).singleElement().asString().startsWith("p1 p2").contains("it is p1");
        others();
    }

    @Test
    void bytes_thatAreNoHandshake_closeOnlyTheirConnection(Logs logs) {
        byte[] random = new byte[500];
        cluster.time.random.split().nextBytes(random);
        byte[][] openings = {
            "GET / HTTP/1.1\r\nHost: p0\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3},
            random,
            new byte[5000]
        };
        for (int i = 0; i < openings.length; i++) {
            Stranger stranger = Stranger.unproven(wire());
            stranger.write(openings[i]);
            cluster.time.run(TimeUnit.SECONDS.toNanos(1));
            assertThat(stranger.end.isGone()).isTrue();
            assertThat(logs.lines()).hasSize(i + 1).last().asString().contains("aren't a Sojourn handshake");
            others();
        }
    }

    @Test
    void hello_drippedTooSlowly_isCutOffAtTheBound(Logs logs) {
        Stranger slow = Stranger.unproven(wire());
        byte[] magic = "SOJOURN\0".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 8; i++) {
            slow.write(new byte[] {magic[i]});
            cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(slow.end.isGone()).isFalse();
        cluster.time.run(TimeUnit.SECONDS.toNanos(3));
        assertThat(slow.end.isGone()).isTrue();
        assertThat(logs.lines()).singleElement().asString().contains("wasn't complete within 10000 ms");
        others();
    }

    @Test
    void strangers_moreThanTheBound_takeEachOthersPlacesAndKeepNoPeerOut(Logs logs) {
        List<Stranger> crowd = new ArrayList<>();
        int bound = Bound.UNPROVEN_CONNECTIONS.intValue();
        for (int i = 0; i < bound + 5; i++) {
            crowd.add(Stranger.unproven(wire()));
        }
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        assertThat(crowd).filteredOn(each -> each.end.isGone()).hasSize(5);
        assertThat(logs.lines()).hasSize(5).last().asString().contains("256 connections hadn't proved themselves");
        assertThat(Stranger.proven(cluster, wire(), new Member(3, 103), cluster.members.get(0), 0).proven)
                .as("a peer that comes while there is no room")
                .isTrue();
        others();
        cluster.time.run(TimeUnit.SECONDS.toNanos(10));
        assertThat(crowd).allMatch(each -> each.end.isGone());
        assertThat(Stranger.proven(cluster, wire(), third, cluster.members.get(0), 0).proven)
                .isTrue();
        others();
    }

    @Test
    void refusals_veryMany_areLoggedEverMoreRarely(Logs logs) {
        for (int i = 0; i < 2000; i++) {
            Stranger.unproven(wire()).write(new byte[100]);
            cluster.time.run(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(logs.lines()).hasSizeBetween(10, 25);
        assertThat(cluster.time.pending())
                .as("timers of handshakes that are over")
                .isLessThan(10);
        others();
    }

    @Test
    void handshake_eachByteChanged_neverLetsAStrangerInUnderAnotherName() {
        for (int at = 0; at < Handshake.HELLO + Handshake.PROOF; at++) {
            int position = at;
            cluster.net.tamper = bytes -> {
                int offset =
                        bytes.length == Handshake.HELLO ? 0 : bytes.length == Handshake.PROOF ? Handshake.HELLO : -1000;
                if (position - offset >= 0 && position - offset < bytes.length && offset >= 0) {
                    bytes[position - offset] ^= 0x10;
                }
                return bytes;
            };
            Stranger stranger = Stranger.proven(cluster, wire(), third, cluster.members.get(0), 0);
            cluster.net.tamper = bytes -> bytes;
            assertThat(stranger.proven).as("byte %d", at).isFalse();
        }
        cluster.time.run(TimeUnit.SECONDS.toNanos(20));
        assertThat(cluster.joined).doesNotContain("p0 p2");
        others();
    }
}
