package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * 1,000 fast senders and one slow receiver in a heap of 128 MB, which could not hold a part of what is sent. With {@code
 * -Psoak} it goes on for a minute.
 */
class FloodTest {
    private static final long SECONDS = Long.getLong("sojourn.flood.seconds", 0);

    /** Of each sender, 1 KB each: 150 MB in all. */
    private static final int MESSAGES = 150;

    @Test
    void thousandFastSenders_atOneSlowReceiverInASmallHeap_loseNothing() throws Exception {
        int messages = SECONDS == 0 ? MESSAGES : Integer.MAX_VALUE;
        long seconds = SECONDS == 0 ? TimeUnit.MINUTES.toSeconds(10) : SECONDS;
        Process flood = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Flood.class.getName(),
                        Integer.toString(messages),
                        Long.toString(seconds)))
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(flood.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(flood.waitFor(1, TimeUnit.MINUTES)).as(said).isTrue();
            assertThat(flood.exitValue()).as(said).isZero();
            assertThat(said).contains("wrong=0 unprocessed=0 muted=true lifted=0");
            if (SECONDS == 0) {
                assertThat(said).contains("sent=" + 1_000 * MESSAGES);
            }
        } finally {
            flood.destroyForcibly();
        }
    }
}
