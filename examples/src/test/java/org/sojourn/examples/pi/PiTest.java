package org.sojourn.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.Rotated;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class PiTest {
    @Test
    void start_onOnePlace_writesTheDigits(@TempDir Path directory) {
        for (int digits : new int[] {1, 1500}) {
            Path out = directory.resolve("pi-" + digits);
            try (var sojourn = Sojourn.start(Config.local())) {
                Pi.start(sojourn, new PiOptions(digits, Optional.of(out)));
            }
            assertThat(out).hasContent(Chudnovsky.decimals(digits));
        }
    }

    @Test
    void start_whileItsWorkersMoveUnderSeeds_findsTheDigits() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(Rotated.results(seed, system -> Pi.start(system, new PiOptions(3_000, Optional.empty()))))
                    .containsEntry("check", "\"equal to the Chudnovsky series in every digit\"");
        }
    }
}
