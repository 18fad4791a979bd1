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
import org.sojourn.selectors.Place;

/** A selector begins and ends alike under each policy. */
class PolicyLifeTest {
    private static final long SEEDS = Long.getLong("sojourn.policies", 60);

    /** What selectors have noted in the present simulation, which runs on one thread. */
    private static final ThreadLocal<List<String>> NOTED = ThreadLocal.withInitial(ArrayList::new);

    @BeforeAll
    static void quiet() {
        Logs.off();
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
}
