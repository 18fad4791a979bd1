package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Lane;

/** Several packets in one frame. */
class BundleTest {
    private static final int WINDOW = 64 << 10;

    private final Bundle bundle = new Bundle(4_096);

    private static List<byte[]> opened(byte[] body) {
        Bundle.check(body);
        List<byte[]> packets = new ArrayList<>();
        Bundle.open(body, packets::add);
        return packets;
    }

    @Test
    void packets_ofAnySizeThatFits_comeOutAsTheyWentIn() {
        byte[] one = {1};
        byte[] large = new byte[Bundle.PACKET_BYTES];
        large[Bundle.PACKET_BYTES - 1] = 2;
        byte[] middle = new byte[300];

        assertThat(bundle.add(one)).isTrue();
        assertThat(bundle.add(large)).isTrue();
        assertThat(bundle.add(middle)).isTrue();

        assertThat(opened(bundle.close())).containsExactly(one, large, middle);
        assertThat(bundle.size()).isZero();
    }

    @Test
    void packet_thatIsTooLargeOrEmpty_goesByItself() {
        assertThat(bundle.add(new byte[Bundle.PACKET_BYTES + 1])).isFalse();
        assertThat(bundle.add(new byte[0])).isFalse();
    }

    @Test
    void packet_beyondTheFrame_goesWithTheNext() {
        for (int i = 0; i < 3; i++) {
            assertThat(bundle.add(new byte[Bundle.PACKET_BYTES])).isTrue();
        }

        assertThat(bundle.add(new byte[Bundle.PACKET_BYTES])).isFalse();
        assertThat(bundle.close()).hasSizeLessThanOrEqualTo(4_096);
    }

    @Test
    void packetsThatGather_whileTheLinkIsBusy_takeFewFrames() {
        Cluster cluster = new Cluster(3, 2, WINDOW).start();
        cluster.send(0, 1, Lane.DATA, 1, 100);
        cluster.time.run(TimeUnit.SECONDS.toNanos(1));
        int[] frames = {0};
        cluster.net.tamper = bytes -> {
            frames[0] += (int) Renumbering.frames(bytes).stream()
                    .filter(frame -> frame[Frame.LENGTH_BYTES] == Frame.Type.PACKETS.ordinal())
                    .count();
            return bytes;
        };
        for (int i = 0; i < 90; i++) {
            cluster.send(0, 1, Lane.DATA, 1, 100);
        }

        cluster.time.run(TimeUnit.SECONDS.toNanos(1));

        assertThat(cluster.wrong).isEmpty();
        assertThat(cluster.outstanding).isZero();
        assertThat(frames[0]).isBetween(10, 20);
    }
}
