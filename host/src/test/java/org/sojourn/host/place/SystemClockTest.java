package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SystemClockTest {
    @RegisterExtension
    private final TakenLog log = new TakenLog(SystemClock.class);

    @Test
    void alarm_thatThrows_isLoggedAndTheClockGoesOn() throws Exception {
        SystemClock clock = new SystemClock("system-clock-test");
        try {
            clock.arm(0, () -> {
                throw new IllegalStateException("on purpose");
            });
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(log.thrown())
                            .singleElement()
                            .hasToString("java.lang.IllegalStateException: on purpose"));
            CompletableFuture<String> rung = new CompletableFuture<>();
            clock.arm(0, () -> rung.complete("rung"));
            assertThat(rung.get(30, TimeUnit.SECONDS)).isEqualTo("rung");
        } finally {
            clock.stop();
        }
        clock.arm(0, () -> {}).cancel();
    }
}
