package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;

/** Each policy keeps order, delivery and exclusion. */
class PolicyTest {
    private static final long SEEDS = Long.getLong("sojourn.policies", 60);

    /** What selectors have noted in the present simulation, which runs on one thread. */
    private static final ThreadLocal<List<String>> NOTED = ThreadLocal.withInitial(ArrayList::new);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @ParameterizedTest
    @EnumSource
    void messages_underAForcedPolicy_keepTheirOrderAndAreDeliveredOnce(ExecutionPolicy policy) {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.standing(seed, policy.name()))
                                .isEmpty());
    }

    private record Neighbours(List<Handle<Object>> handles) {}

    /** Passes a number on to the next until it is 0, and notes where it is sent itself what it is processing. */
    private static final class Link extends Actor<Object> {
        private List<Handle<Object>> next = List.of();
        private boolean isInside;

        @Override
        protected void process(Object message) {
            if (isInside) {
                NOTED.get().add("entered twice");
            }
            isInside = true;
            if (message instanceof Neighbours neighbours) {
                next = neighbours.handles();
            } else if (message instanceof Integer left && left > 0) {
                next.forEach(each -> each.send(left - 1));
            }
            NOTED.get().add("processed");
            isInside = false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void ring_ofSelectorsThatSendToEachOtherAndThemselves_isNeverEnteredTwice(ExecutionPolicy policy) {
        Seeds.of(SEEDS).check(seed -> {
            NOTED.get().clear();
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(1).seed(seed).workers(2).start()) {
                List<Handle<Object>> ring = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    // One in three is run by the workers, so that policies meet.
                    ring.add(cluster.place(0).create(i == 0 ? ExecutionPolicy.TASK : policy, Link::new));
                }
                for (int i = 0; i < 3; i++) {
                    ring.get(i).send(new Neighbours(List.of(ring.get(i), ring.get((i + 1) % 3))));
                }
                ring.forEach(each -> each.send(6));

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            }
            assertThat(NOTED.get()).hasSize(3 + 3 * 127).containsOnly("processed");
        });
    }
}
