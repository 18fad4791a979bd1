package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.site.Site;
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

    /** Its counters are of the members before, and its epoch is of those after. */
    @Test
    void sample_duringWhichAPlaceIsLost_isOfAnActivePlace() {
        List<Runnable> meanwhile = new ArrayList<>();
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(3)
                .guests(kernel -> kernel.site().add(new Site.Work() {
                    @Override
                    public boolean isOpen() {
                        List<Runnable> all = List.copyOf(meanwhile);
                        meanwhile.clear();
                        all.forEach(Runnable::run);
                        return false;
                    }
                }));
        try (SimulatedCluster cluster = builder.start()) {
            cluster.advance(Duration.ofSeconds(1));
            Site site = cluster.cluster().kernel(1).site();
            assertThat(site.sample().passive()).isTrue();
            meanwhile.add(() ->
                    site.switchboard().lost(cluster.cluster().kernel(2).site().self(), "its process has ended"));

            assertThat(site.sample().passive()).isFalse();
            assertThat(meanwhile).isEmpty();
        }
    }
}
