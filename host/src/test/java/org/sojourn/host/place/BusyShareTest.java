package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Workers;

/** How busy a place says that it was. */
class BusyShareTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void placeWhoseTurnsAreRunByTheLinks_isBusyThoughItsWorkerParks() throws InterruptedException {
        ThreadWorkers workers = new ThreadWorkers("busy-share-test", 1);
        CountDownLatch isIdle = new CountDownLatch(1);
        workers.start(new Workers.Role[] {
            () -> {
                isIdle.countDown();
                return false;
            }
        });
        try {
            assertThat(isIdle.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            await().atMost(PATIENCE).until(() -> workers.busyPermille(0) < 1000);

            assertThat(workers.busyPermille(Duration.ofDays(1).toNanos())).isEqualTo(1000);
        } finally {
            workers.stop();
        }
    }
}
