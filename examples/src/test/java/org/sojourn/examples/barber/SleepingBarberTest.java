package org.sojourn.examples.barber;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.usage.UsageException;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class SleepingBarberTest {
    @Test
    void run_anySize_checksItsAnswerAndFinishes() {
        for (int chairs : new int[] {1, 8, 1_000}) {
            assertThatCode(() -> {
                        try (var sojourn = Sojourn.start(Config.local())) {
                            SleepingBarber.open(sojourn, 2_000, chairs);
                        }
                    })
                    .as("%d chairs", chairs)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void check_noNumber_isRefused() {
        assertThatThrownBy(() -> SleepingBarber.check("many")).isInstanceOf(UsageException.class);
    }
}
