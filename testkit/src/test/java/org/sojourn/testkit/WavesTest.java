package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** What the detection of the end costs while a run goes on. */
class WavesTest {
    private static final int MESSAGES = 1_000;

    /** They are repeated by the clock; with a wave for each time that the init place becomes passive it is half of the messages. */
    private static final int FEW = MESSAGES / 4;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    /** Sends back one less than it gets, until nothing is left. */
    private static final class Partner extends Actor<Integer> {
        private final Handle<Integer> other;

        Partner(Handle<Integer> other) {
            this.other = other;
        }

        @Override
        protected void process(Integer left) {
            if (left > 0) {
                other.send(left - 1);
            }
            if (left <= 1) {
                exit();
            }
        }
    }

    /** The same, with a partner elsewhere. */
    private static final class First extends Actor<Integer> {
        private final Handle<Integer> other;

        First(Place there) {
            Handle<Integer> self = self();
            other = create(there, () -> new Partner(self));
        }

        @Override
        protected void process(Integer left) {
            if (left > 0) {
                other.send(left - 1);
            }
            if (left <= 1) {
                exit();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void partsThatSendToAndFro_costFewWavesAndEnd(long seed) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
            cluster.place(0).create(() -> new First(new Place(1))).send(MESSAGES);

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(cluster.cluster().packets().waves()).isLessThan(FEW);
        }
    }
}
