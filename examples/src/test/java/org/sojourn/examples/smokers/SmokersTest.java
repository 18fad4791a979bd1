package org.sojourn.examples.smokers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.usage.UsageException;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class SmokersTest {
    @Test
    void run_anySize_checksItsAnswerAndFinishes() {
        for (int rounds : new int[] {1, 7, 300}) {
            assertThatCode(() -> {
                        try (var sojourn = Sojourn.start(Config.local())) {
                            Smokers.smoke(sojourn, rounds);
                        }
                    })
                    .as("%d rounds", rounds)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void check_noNumber_isRefused() {
        assertThatThrownBy(() -> Smokers.check("many")).isInstanceOf(UsageException.class);
    }
}
