package org.sojourn.examples.philosophers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.usage.UsageException;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class PhilosophersTest {
    @Test
    void dine_anyTable_everyoneEatsAndTheRunFinishes() {
        for (int seats : new int[] {2, 5, 40}) {
            assertThatCode(() -> {
                        try (var sojourn = Sojourn.start(Config.local())) {
                            Philosophers.dine(sojourn, seats, 50);
                        }
                    })
                    .as("%d seats", seats)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void check_oneSeat_isRefused() {
        assertThatThrownBy(() -> Philosophers.check("1")).isInstanceOf(UsageException.class);
    }
}
