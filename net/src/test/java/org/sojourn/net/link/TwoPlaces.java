package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Member;

/** Tests in which two places talk, and a third party does what it likes. */
@ExtendWith(Logs.class)
abstract class TwoPlaces {
    final long seed;
    final Cluster cluster;
    final Member third = new Member(2, 900);

    TwoPlaces(long seed) {
        this.seed = seed;
        this.cluster = new Cluster(seed, 2, 1 << 20);
    }

    @BeforeEach
    void start() {
        cluster.start();
        others();
    }

    /** The two places still work, on the connection that they had. */
    final void others() {
        cluster.send(0, 1, Lane.DATA, 1, 100);
        cluster.send(1, 0, Lane.CONTROL, 2, 3000);
        cluster.send(1, 0, Lane.BULK, 3, 3000);
        assertThat(cluster.time.runUntil(TimeUnit.SECONDS.toNanos(5), () -> cluster.outstanding == 0))
                .as("seed %d", seed)
                .isTrue();
        assertThat(cluster.wrong).as("seed %d", seed).isEmpty();
    }

    final VirtualWire wire() {
        return cluster.net.wires.get(0);
    }
}
