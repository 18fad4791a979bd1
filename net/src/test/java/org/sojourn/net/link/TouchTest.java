package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TouchTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void beat_afterOneThatHasFailed_comesAllTheSame() {
        Cluster cluster = new Cluster(7, 2, 1 << 20);
        AtomicInteger beats = new AtomicInteger();
        Touch touch = new Touch(
                SECOND,
                member -> {
                    if (beats.incrementAndGet() == 2) {
                        throw new IllegalStateException("on purpose");
                    }
                    return false;
                },
                member -> {},
                member -> {});
        cluster.meshes.get(0).keepInTouch(touch);
        cluster.start();
        assertThatThrownBy(() -> cluster.time.run(10 * SECOND)).hasMessage("on purpose");
        int failed = beats.get();
        cluster.time.run(10 * SECOND);
        assertThat(beats.get()).isGreaterThan(failed + 10);
    }
}
