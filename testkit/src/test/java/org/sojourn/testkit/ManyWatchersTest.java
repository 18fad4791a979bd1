package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** A selector with many watchers at another place, which all begin anew when a third place is lost. */
class ManyWatchersTest {
    private static final int MANY = Integer.getInteger("sojourn.watchers", 2_000);
    private static final Duration A_WHILE = Duration.ofSeconds(10);

    private int told;

    /** Counts the notices. */
    private final class Counter extends Actor<Object> {
        @Override
        protected void process(Object exited) {
            told++;
        }
    }

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void exit_afterAllWatchesHaveBegunAnew_isToldOnceToEachWatcher() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Handle<Object> counter = cluster.place(1).create(Counter::new);
            Handle<Object> watched = cluster.place(0).create(() -> new Scripted(counter));
            for (int i = 0; i < MANY; i++) {
                Scripted.tell(cluster.place(1).create(() -> new Scripted(counter)), self -> self.watching(watched));
            }
            cluster.advance(A_WHILE);

            cluster.crash(2);
            cluster.advance(A_WHILE);
            Scripted.tell(watched, Scripted::leave);
            cluster.advance(A_WHILE);

            assertThat(told).isEqualTo(MANY);
        }
    }
}
