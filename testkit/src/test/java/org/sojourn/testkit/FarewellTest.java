package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.ReplyTo;

/** A place that was to leave, and stays. */
class FarewellTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(10);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Where(ReplyTo<Integer> asker) {}

    private static final class Resident extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Where where) {
                where.asker().reply(here().id());
                exit();
            }
        }
    }

    private static int where(SimulatedCluster cluster, Handle<Object> who) {
        return cluster.await(who.<Integer>request(Where::new, SHORT));
    }

    /** As if it had to be used by others for ever. */
    @Test
    void leaver_thatCantHandOverWhatItDoes_staysAndNothingWaitsForIt() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 7)) {
            boolean[] isFree = new boolean[1];
            cluster.cluster().kernel(1).farewell().onEmpty(() -> isFree[0]);
            CompletableFuture<String> leaving = cluster.leave(1);
            cluster.advance(SHORT);
            assertThat(where(cluster, cluster.place(0).create(Placement.leastLoaded(), Resident::new)))
                    .isNotEqualTo(1);
            cluster.advance(LONG);

            assertThat(leaving).isDone();
            assertThat(cluster.await(leaving)).contains("something has been created or has moved here meanwhile");
            assertThat(cluster.isAlive(1)).isTrue();
            for (int place = 0; place < 3; place++) {
                // It stays drained: what is created there moves on.
                assertThat(where(cluster, cluster.place(place).create(new Place(1), Resident::new)))
                        .isBetween(0, 2);
            }

            isFree[0] = true;
            assertThat(cluster.await(cluster.leave(1))).isEmpty();
            assertThat(cluster.isAlive(1)).isFalse();
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
    }
}
