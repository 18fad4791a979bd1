package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.RunBy;

/** Each policy keeps order, delivery and exclusion; and who chooses which. */
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
                        () -> seed -> assertThat(OrderRun.run(seed, true, policy.name()))
                                .isEmpty());
    }

    private record Neighbours(List<Handle<Object>> handles) {}

    /** Passes a number on to the next until it is 0, and notes where it is sent itself what it is processing. */
    private static class Link extends Actor<Object> {
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

    /** Notes the stages of its life. */
    private static final class Starting extends Actor<String> {
        Starting() {
            NOTED.get().add("constructed");
        }

        @Override
        protected void preStart() {
            NOTED.get().add("started");
        }

        @Override
        protected void process(String message) {
            NOTED.get().add(message);
            if (message.equals("last")) {
                exit();
            }
        }

        @Override
        protected void postExit() {
            NOTED.get().add("exited");
        }
    }

    @ParameterizedTest
    @EnumSource
    void life_atAnotherPlace_isTheSameUnderEachPolicy(ExecutionPolicy policy) {
        Seeds.of(SEEDS).check(seed -> {
            NOTED.get().clear();
            try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
                Handle<String> starting = cluster.place(0).create(new Place(1), policy, Starting::new);
                starting.send("first");
                starting.send("last");

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
            }
            assertThat(NOTED.get()).containsExactly("constructed", "started", "first", "last", "exited");
        });
    }

    private static final class Failing extends Actor<String> {
        @Override
        protected void preStart() {
            throw new IllegalStateException("not today");
        }

        @Override
        protected void process(String message) {}
    }

    @ParameterizedTest
    @EnumSource
    void preStart_thatThrows_failsTheRunUnderEachPolicy(ExecutionPolicy policy) {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            cluster.place(0).create(policy, Failing::new).send("to nobody");

            Ending ending = cluster.run();

            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences().toString())
                    .contains("its construction")
                    .contains("not today");
            assertThat(cluster.deadLetters(0)).isEqualTo(1);
        }
    }

    /** Sends to the sequential one, and notes when it is back. */
    private static final class Caller extends Actor<Handle<Object>> {
        @Override
        protected void process(Handle<Object> callee) {
            NOTED.get().clear();
            callee.send(0);
            NOTED.get().add("back");
        }
    }

    @RunBy(ExecutionPolicy.SEQ)
    private static final class Called extends Link {}

    private static List<String> call(String rules, @Nullable ExecutionPolicy asked) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).workers(1).policies(rules).start()) {
            Handle<Object> callee = asked == null
                    ? cluster.place(0).create(Called::new)
                    : cluster.place(0).create(asked, Called::new);
            callee.send("hello"); // so that it exists when it is called
            cluster.advance(Duration.ofSeconds(1));
            cluster.place(0).create(Caller::new).send(callee);
            cluster.run();
        }
        return List.copyOf(NOTED.get());
    }

    @Test
    void annotation_seq_makesASendACall() {
        assertThat(call("", null)).containsExactly("processed", "back");
    }

    @Test
    void creator_asksForAnother_annotationGivesWay() {
        assertThat(call("", ExecutionPolicy.WORK_STEALING)).containsExactly("back", "processed");
    }

    @Test
    void rule_forTheKind_goesBeforeTheCreator() {
        assertThat(call("PolicyTest.Called = monitor", ExecutionPolicy.RANDOM)).containsExactly("processed", "back");
        assertThat(call("org.sojourn.testkit.PolicyTest$Called=VIRTUAL", ExecutionPolicy.SEQ))
                .containsExactly("back", "processed");
    }

    @Test
    void rule_forAll_goesBeforeTheOneForTheKind() {
        assertThat(call("PolicyTest.Called=SEQ,THREAD", ExecutionPolicy.SEQ)).containsExactly("back", "processed");
    }

    @Test
    void rule_namesNoPolicy_isRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> call("Bank=THREADS", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"THREADS\" is no policy")
                .hasMessageContaining("WORK_STEALING");
    }
}
