package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Batching;
import org.sojourn.kernel.port.Lane;

/** What is held back, and until when. */
class BatchingTest extends TwoPlaces {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    BatchingTest() {
        super(7);
    }

    private LinkMesh mesh() {
        return cluster.meshes.get(0);
    }

    @BeforeEach
    void batchesOfTen() {
        mesh().batching(new Batching(10, SECOND));
        cluster.time.run(1);
    }

    private void send(int packets, Lane lane) {
        for (int i = 0; i < packets; i++) {
            cluster.send(0, 1, lane, 1, 100);
        }
    }

    /** Whether all has arrived long before the time that a packet may wait. */
    private boolean isSent() {
        cluster.time.run(SECOND / 2);
        assertThat(cluster.wrong).isEmpty();
        return cluster.outstanding == 0;
    }

    @Test
    void packets_fewerThanABatch_waitForTheirTime() {
        send(9, Lane.DATA);
        assertThat(isSent()).isFalse();
        cluster.time.run(SECOND);
        assertThat(cluster.outstanding).isZero();
    }

    @Test
    void packets_ofAWholeBatch_goAtOnce() {
        send(10, Lane.DATA);
        assertThat(isSent()).isTrue();
        send(5, Lane.DATA);
        assertThat(isSent()).isFalse();
        cluster.time.run(SECOND);
        assertThat(cluster.outstanding).isZero();
    }

    @Test
    void packets_beforeAControlPacket_goWithIt() {
        send(3, Lane.DATA);
        send(1, Lane.CONTROL);
        assertThat(isSent()).isTrue();
    }

    @Test
    void packets_ofAPlaceThatIsIdle_go() {
        send(3, Lane.DATA);
        mesh().flush();
        assertThat(isSent()).isTrue();
    }

    @Test
    void packets_whenBatchingEnds_go() {
        send(3, Lane.DATA);
        mesh().batching(Batching.OFF);
        assertThat(isSent()).isTrue();
        send(1, Lane.DATA);
        assertThat(isSent()).isTrue();
    }

    @Test
    void packets_ofAPlaceThatStops_go() {
        send(3, Lane.DATA);
        mesh().stop();
        assertThat(isSent()).isTrue();
    }
}
