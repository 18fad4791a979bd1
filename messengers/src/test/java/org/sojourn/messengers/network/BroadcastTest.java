package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.testkit.Seeds;

class BroadcastTest {
    private static final int SEEDS = Integer.getInteger("sojourn.walkers", 50);

    @ParameterizedTest
    @ValueSource(strings = {"none", "rotate"})
    void hopToAllNodes_whileTheyMove_comesToEachOnce(String balance) {
        Seeds.of(SEEDS)
                .check(seed -> assertThat(BroadcastRun.run(seed, balance)).isEmpty());
    }
}
