package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Lane;

/** A peer that has proved itself and then sends what no correct peer sends. */
class HostilePeerTest extends TwoPlaces {
    private static final long SEED = Long.getLong("sojourn.seed", 815);
    private static final int[] CHANGES = {0x01, 0x80, 0xFF};

    HostilePeerTest() {
        super(SEED);
    }

    private Stranger proven() {
        Stranger stranger = Stranger.proven(cluster, wire(), third, cluster.members.get(0), 0);
        assertThat(stranger.proven).as("seed %d", SEED).isTrue();
        return stranger;
    }

    private void closes(Stranger stranger, Logs logs, String sentence) {
        int before = logs.lines().size();
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        assertThat(stranger.end.isGone()).as(sentence).isTrue();
        assertThat(logs.lines())
                .hasSize(before + 1)
                .last()
                .asString()
                .contains("p2")
                .contains(sentence);
        others();
    }

    @Test
    void frames_eachKindOfWrong_closeTheConnectionWithOneLine(Logs logs) {
        byte[] some = new byte[50];
        Stranger peer = proven();
        peer.write(Frame.Type.ACK, 1, 0, new byte[0]);
        closes(peer, logs, "an acknowledgement of frame 1; 0 were sent");
        peer = proven();
        peer.write(Frame.Type.ACK, -1, 0, new byte[0]);
        closes(peer, logs, "an acknowledgement of frame -1");
        peer = proven();
        peer.write(Frame.Type.DATA, 0, 2, some);
        closes(peer, logs, "frame 2 after frame 0 leaves a gap");
        peer = proven();
        peer.write(Frame.Type.DATA, 0, Long.MAX_VALUE, some);
        closes(peer, logs, "leaves a gap");
        peer = proven();
        peer.write(Frame.Type.PROBE, 0, 0, some);
        closes(peer, logs, "a frame of type PROBE");
        peer = proven();
        peer.write(Frame.Type.PIECE, 0, 1, some);
        closes(peer, logs, "has not begun");
        peer = proven();
        peer.write(Frame.Type.FIRST, 0, 1, new byte[3]);
        closes(peer, logs, "a packet of -1 bytes");
        peer = proven();
        peer.write(
                Frame.Type.FIRST,
                0,
                1,
                ByteBuffer.allocate(20).putInt(Integer.MAX_VALUE).array());
        closes(peer, logs, "a packet of 2147483647 bytes; packets have 1 to 1048576");
        peer = proven();
        peer.write(Frame.Type.FIRST, 0, 1, ByteBuffer.allocate(20).putInt(5).array());
        closes(peer, logs, "goes on after its end");
        peer = proven();
        peer.write(Frame.Type.PACKETS, 0, 1, new byte[0]);
        closes(peer, logs, "several packets in a frame end at byte 0 of 0");
        peer = proven();
        peer.write(Frame.Type.PACKETS, 0, 1, new byte[] {0, 1, 7, 0, 2, 7});
        closes(peer, logs, "several packets in a frame end at byte 7 of 6");
        peer = proven();
        peer.write(Frame.Type.PACKETS, 0, 1, new byte[] {0, 1, 7, 0, 0});
        closes(peer, logs, "a packet of 0 bytes among several in a frame; they have 1 to 1024 bytes");
        peer = proven();
        peer.write(Frame.Type.PACKETS, 0, 1, new byte[] {(byte) 0xFF, (byte) 0xFF});
        closes(peer, logs, "a packet of 65535 bytes among several in a frame");
    }

    @Test
    void first_announcedTwice_closesTheConnection(Logs logs) {
        Stranger peer = proven();
        byte[] first = ByteBuffer.allocate(20).putInt(1000).array();
        peer.write(Frame.Type.FIRST, 0, 1, first);
        peer.write(Frame.Type.FIRST, 0, 2, first);
        closes(peer, logs, "begins before the one before it has ended");
    }

    @Test
    void length_anyBomb_closesTheConnectionBeforeItIsAllocated(Logs logs) {
        int[] lengths = {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, 16, Cluster.FRAME - 3, 1 << 24};
        for (int length : lengths) {
            Stranger peer = proven();
            peer.write(ByteBuffer.allocate(4).putInt(length).array());
            closes(peer, logs, "a frame of length " + length + "; lengths are 17 to 1020");
        }
    }

    @Test
    void damage_tooOften_endsTheSession() {
        for (int i = 0; i <= LinkMesh.MAX_DAMAGE; i++) {
            proven().write(new byte[30]);
            cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(cluster.left).singleElement().asString().startsWith("p0 p2 its link was damaged 17 times");
        others();
    }

    @Test
    void first_damagedInItsLength_isTakenWhenItIsSentAgain() {
        Assembly assembly = new Assembly(1 << 20);
        byte[] first = ByteBuffer.allocate(24).putInt(5).array();
        assertThatThrownBy(() -> assembly.first(first)).hasMessageContaining("after its end");
        assertThat(assembly.first(ByteBuffer.wrap(first).putInt(0, 20).array())).hasSize(20);
    }

    @Test
    void probes_ofAPeerThatDoesntRead_dontFillTheBuffer() {
        Stranger peer = proven();
        peer.end.reads = false;
        ByteBuffer probes = ByteBuffer.allocate(Frame.HEADER * 100);
        for (int i = 0; i < 100; i++) {
            probes.put(Frame.of(Frame.Type.PROBE, 0).header());
        }
        for (int i = 0; i < 10_000; i++) {
            peer.write(probes.array().clone());
            cluster.time.run(6_000_000);
        }
        VirtualWire.End atVictim = peer.end.other();
        assertThat(atVictim.mostUnderWay()).isLessThan(70 << 10);
        others();
    }

    @Test
    void frames_neverRead_dontFillTheBufferBeyondTheWindow() {
        Stranger peer = proven();
        peer.end.reads = false;
        for (int i = 0; i < 2_000; i++) {
            cluster.meshes.get(0).send(third, Lane.DATA, 0, new byte[900]);
            cluster.time.run(1_000_000);
        }
        assertThat(peer.end.other().mostUnderWay()).isLessThan((64 << 10) + (260 << 10));
        others();
    }

    /** Each byte of a conversation changed: the link goes on or ends, whatever it was; the others don't notice. */
    @Test
    void conversation_anyByteChanged_recoversOrEnds() {
        List<Integer> sizes = new ArrayList<>();
        run(new Cluster(SEED, 3, 8 << 10), -1, 0, sizes);
        int total = sizes.stream().mapToInt(Integer::intValue).sum();
        assertThat(total).isGreaterThan(3_000);
        for (int at = 0; at < total; at += at < 400 ? 1 : 3) {
            int change = CHANGES[at % CHANGES.length];
            Cluster mutated = new Cluster(SEED, 3, 8 << 10);
            run(mutated, at, change, new ArrayList<>());
            boolean isEnded =
                    mutated.left.stream().anyMatch(line -> line.startsWith("p0 p1") || line.startsWith("p1 p0"));
            boolean isQuiet = mutated.unacknowledged() == 0 && mutated.outstanding == 0;
            boolean isContent =
                    mutated.wrong.stream().allMatch(line -> line.contains("damaged") || line.contains("came"));
            assertThat(isEnded || isQuiet || !mutated.wrong.isEmpty())
                    .as("seed %d, byte %d", SEED, at)
                    .isTrue();
            assertThat(isContent)
                    .as("seed %d, byte %d: %s", SEED, at, mutated.wrong)
                    .isTrue();
            assertThat(mutated.wrong).as("seed %d, byte %d", SEED, at).noneMatch(line -> line.contains("p2 to"));
            assertThat(mutated.left).as("seed %d, byte %d", SEED, at).noneMatch(line -> line.contains("p2"));
        }
    }

    /** p0 and p1 talk, with one byte changed on its way, then p2 talks to both. */
    private static void run(Cluster talk, int at, int change, List<Integer> sizes) {
        int[] written = {0};
        boolean[] on = {true};
        talk.net.tamper = bytes -> {
            if (on[0]) {
                sizes.add(bytes.length);
                int index = at - written[0];
                if (at >= 0 && index >= 0 && index < bytes.length) {
                    bytes[index] ^= (byte) change;
                }
                written[0] += bytes.length;
            }
            return bytes;
        };
        talk.start();
        for (int i = 0; i < 4; i++) {
            talk.send(0, 1, Lane.DATA, 1, 60);
            talk.send(1, 0, Lane.CONTROL, 2, 60);
            talk.time.run(7_000_000);
        }
        for (int i = 0; i < 3; i++) {
            talk.send(0, 1, Lane.DATA, 1, 60); // in one frame
        }
        talk.send(0, 1, Lane.DATA, 1, 2500);
        talk.time.run(TimeUnit.SECONDS.toNanos(60));
        on[0] = false;
        talk.send(0, 1, Lane.DATA, 1, 2500); // shows that the one before it was announced too long
        talk.time.run(TimeUnit.SECONDS.toNanos(60));
        long open = talk.outstanding;
        talk.send(2, 0, Lane.DATA, 1, 100);
        talk.send(2, 1, Lane.DATA, 1, 3000);
        assertThat(talk.time.runUntil(TimeUnit.SECONDS.toNanos(30), () -> talk.outstanding <= open))
                .as("seed %d, byte %d", SEED, at)
                .isTrue();
        talk.time.run(TimeUnit.SECONDS.toNanos(1));
    }
}
