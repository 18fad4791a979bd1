package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

/** Each program with small parameters: an iteration throws unless its answer is right. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmallProgramsTest {
    private static final int REPETITIONS = 3;

    private final Sojourn sojourn = Sojourn.start(Config.local());
    private final PekkoSide pekko = new PekkoSide();

    @ParameterizedTest
    @MethodSource("org.sojourn.bench.SmallPrograms#all")
    void program_smallParameters_answerIsRight(SmallPrograms.Small small) throws Exception {
        for (int i = 0; i < REPETITIONS; i++) {
            small.benchmark().iterate(sojourn);
        }
    }

    @ParameterizedTest
    @MethodSource("org.sojourn.bench.SmallPrograms#withTwins")
    void twin_smallParameters_answerIsRight(SmallPrograms.Small small) throws Exception {
        Twin twin = small.twin().orElseThrow();
        assertThat(twin.name()).isEqualTo(small.benchmark().name());
        for (int i = 0; i < REPETITIONS; i++) {
            for (ActorSystem system : pekko.systems()) {
                twin.iterate(system);
            }
        }
    }

    @AfterAll
    void close() {
        pekko.close();
        sojourn.close();
    }
}
