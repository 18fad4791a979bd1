package org.sojourn.examples.trapezoid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.Rotated;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class TrapezoidTest {
    @Test
    void start_onOnePlace_finishesWithinTheExpectedError() {
        // A greater error, or a share that is never answered, would end the run with a failure.
        assertThatCode(() -> {
                    try (var sojourn = Sojourn.start(Config.local())) {
                        Trapezoid.start(sojourn, new TrapezoidOptions(100_000, 7));
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void start_whileItsWorkersMoveUnderSeeds_findsTheIntegral() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(Rotated.results(seed, system -> Trapezoid.start(system, new TrapezoidOptions(100_000, 7))))
                    .hasEntrySatisfying("integral", sum -> assertThat(sum).startsWith("12.07034631"));
        }
    }
}
