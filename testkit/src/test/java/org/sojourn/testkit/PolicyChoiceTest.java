package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.RunBy;
import org.sojourn.selectors.SelectorPlace;

/** Who chooses which policy, and who goes before whom. */
class PolicyChoiceTest {
    /** What selectors have noted in the present simulation, which runs on one thread. */
    private static final ThreadLocal<List<String>> NOTED = ThreadLocal.withInitial(ArrayList::new);

    @BeforeAll
    static void quiet() {
        Logs.off();
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
    private static final class Called extends Actor<Object> {
        @Override
        protected void process(Object message) {
            NOTED.get().add("processed");
        }
    }

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
        assertThat(call("PolicyChoiceTest.Called = monitor", ExecutionPolicy.RANDOM))
                .containsExactly("processed", "back");
        assertThat(call("org.sojourn.testkit.PolicyChoiceTest$Called=VIRTUAL", ExecutionPolicy.SEQ))
                .containsExactly("back", "processed");
    }

    @Test
    void rule_forAll_goesBeforeTheOneForTheKind() {
        assertThat(call("PolicyChoiceTest.Called=SEQ,THREAD", ExecutionPolicy.SEQ))
                .containsExactly("back", "processed");
    }

    @Test
    void rule_namesNoPolicy_isRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> call("Bank=THREADS", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"THREADS\" isn't a policy")
                .hasMessageContaining("WORK_STEALING");
    }

    @Test
    void creator_asksAsHjdsSpellsIt_annotationGivesWay() {
        for (int at = 0; at < 2; at++) {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(2).workers(1).start()) {
                Handle<Object> callee = at == 0
                        ? cluster.place(0).newSelector(ExecutionPolicy.WORK_STEALING, Called.class)
                        : cluster.place(1).newSelector(0, ExecutionPolicy.WORK_STEALING, Called.class);
                callee.send("hello");
                cluster.advance(Duration.ofSeconds(1));
                cluster.place(0).create(Caller::new).send(callee);
                cluster.run();
            }
            assertThat(NOTED.get()).as("asked at p%d", at).containsExactly("back", "processed");
        }
    }

    @Test
    void rule_forAKindThatIsMisspelt_isToldAsUnmet() {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(1)
                .policies("PolicyChoiceTest.Caled=SEQ,PolicyChoiceTest$Called=SEQ")
                .start()) {
            cluster.place(0).create(Called::new).send("hello");
            cluster.run();

            assertThat(((SelectorPlace) cluster.place(0)).unmetRules()).containsExactly("PolicyChoiceTest.Caled");
        }
    }
}
