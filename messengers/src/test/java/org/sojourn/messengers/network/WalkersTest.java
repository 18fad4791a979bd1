package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.testkit.Logs;
import org.sojourn.testkit.Seeds;

@ResourceLock("the judge of walkers")
class WalkersTest {
    private static final int SEEDS = Integer.getInteger("sojourn.walkers", 50);

    /** A lost place is logged. */
    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "moves", "leaves", "loss"})
    void walkers_thatDoAllThatMessengersCan_loseNothingAndDoNothingTwice(String trouble) {
        Seeds.of(SEEDS).check(seed -> assertThat(WalkersRun.run(seed, trouble)).isEmpty());
    }
}
