package org.sojourn.examples.readers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sojourn.examples.usage.UsageException;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

class ReadersWritersTest {
    @Test
    void run_anySize_checksItsAnswerAndFinishes() {
        for (int rounds : new int[] {1, 7, 300}) {
            assertThatCode(() -> {
                        try (var sojourn = Sojourn.start(Config.local())) {
                            ReadersWriters.work(sojourn, rounds);
                        }
                    })
                    .as("%d rounds", rounds)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void check_noNumber_isRefused() {
        assertThatThrownBy(() -> ReadersWriters.check("many")).isInstanceOf(UsageException.class);
    }
}
