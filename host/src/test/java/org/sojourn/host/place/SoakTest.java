package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loads in a heap of 128 MB, which could not hold a part of what is sent. With {@code -Psoak} the flood goes on for a minute, and
 * the mix for ten.
 */
class SoakTest {
    private static final long FLOOD_SECONDS = Long.getLong("sojourn.flood.seconds", 0);
    private static final long SOAK_SECONDS = Long.getLong("sojourn.soak.seconds", 0);

    private record Result(int status, String said) {}

    private static String soak(int rounds, long seconds, String... loads) throws Exception {
        Result result = seconds == 0
                ? run(List.of(), rounds, TimeUnit.MINUTES.toSeconds(10), loads)
                : run(List.of(), Integer.MAX_VALUE, seconds, loads);
        assertThat(result.status()).as(result.said()).isZero();
        return result.said();
    }

    private static Result run(List<String> properties, int rounds, long seconds, String... loads) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(properties);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Soak.class.getName(),
                Integer.toString(rounds),
                Long.toString(seconds)));
        command.addAll(List.of(loads));
        Process soak = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(soak.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            System.out.print(said);
            assertThat(soak.waitFor(1, TimeUnit.MINUTES)).as(said).isTrue();
            return new Result(soak.exitValue(), said);
        } finally {
            soak.destroyForcibly();
        }
    }

    /** 1 KB each: 150 MB in all. */
    @Test
    void thousandFastSenders_atOneSlowReceiverInASmallHeap_loseNothing() throws Exception {
        String said = soak(150, FLOOD_SECONDS, "flood");

        assertThat(said).contains("sound", "lifted=0").doesNotContain("muted=0");
        if (FLOOD_SECONDS == 0) {
            assertThat(said).contains("sent=150000 processed=150000");
        }
    }

    @Test
    void mixOfLoads_inASmallHeap_losesNothingAndForgetsNobody() throws Exception {
        assertThat(soak(30, SOAK_SECONDS, "flood", "churn", "questions", "ticks", "restarts"))
                .contains("sound")
                .doesNotContain("muted=0");
    }

    @Tag("planted")
    @ParameterizedTest
    @CsvSource({
        "loses, messages not processed",
        "reorders, has seen what it must not",
        "forgets, stands still",
        "hoards, the heap has grown"
    })
    void soak_plantedFault_isFound(String fault, String complaint) throws Exception {
        Result result;
        int tries = 0;
        do {
            result = run(List.of("-Dsojourn.soak.patience=5"), Integer.MAX_VALUE, 4, fault);
        } while (result.said().contains(Soak.STALLED) && ++tries < 5);

        assertThat(result.status()).as(result.said()).isEqualTo(1);
        assertThat(result.said()).contains(complaint).doesNotContain("sound");
    }
}
